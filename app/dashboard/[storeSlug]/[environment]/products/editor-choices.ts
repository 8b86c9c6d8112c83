import type { Currency } from '#components/dashboard/products/price-row.ts';
import { taxCategories } from '#server/catalog/rules/prices.ts';
import { taxCategoryNames } from '#server/catalog/rules/product-change-words.ts';
import { currencies, currencyExponent } from '#server/domain/currencies.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The choices in the product editor. */
export const editorChoices = {
  currencies: currencies.map(
    (code): Currency => ({ code, name: names.of(code) ?? code, exponent: currencyExponent(code) ?? 2 }),
  ),
  taxCategories: taxCategories.map((category) => [category, taxCategoryNames[category]] as const),
};
