/**
 * Price maps: currency code to price, as stored with a product version, and as the API shows them.
 * (commerce-api.md, "Price map".)
 */
import { z } from 'zod';
import { currencyExponent } from './currencies.ts';
import { formatAmount, parseAmount } from './money.ts';

export const taxCategories = [
  'digital_goods',
  'saas',
  'software',
  'ebook',
  'online_course',
  'consulting',
  'professional_service',
] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** One price as it is stored; `amountMinor` in minor units of the currency it is filed under. */
export interface Price {
  readonly amountMinor: number;
  readonly taxIncluded: boolean;
  readonly taxCategory: TaxCategory;
}

export type Prices = Readonly<Record<string, Price>>;

/** The price map in the form of a response: amounts as display strings. */
export const presentPrices = (prices: Prices) =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, { amountMinor, taxIncluded, taxCategory }]) => [
      currency,
      { amount: formatAmount(amountMinor, currency), taxIncluded, taxCategory },
    ]),
  );

/** How an endpoint words a bad price: the one-time and the subscription endpoints differ in the contract. */
export interface PriceWording {
  readonly currency: (code: string) => string;
  readonly amount: (code: string, value: unknown) => string;
}

export const onetimePriceWording: PriceWording = {
  currency: () => 'Invalid currency code',
  amount: () => 'Invalid amount',
};

const mostCurrencies = 50;

/** One price as the API takes it, without its currency. */
export const priceEntry = z.object({
  amount: z.union([z.int(), z.string()]).meta({ description: 'An integer is minor units, a string display format' }),
  taxIncluded: z.boolean().default(false),
  taxCategory: z.enum(taxCategories).default('digital_goods'),
});

/** A price map, at least one and at most 50 currencies; out come integers in minor units. */
export const priceMap = (wording: PriceWording) =>
  z
    .record(z.string(), z.unknown(), {
      error: (issue) =>
        issue.input === undefined || issue.input === null ? undefined : 'Field prices must be a non-empty object',
    })
    .transform((entries, ctx): Prices => {
      const refuse = (message: string) => {
        ctx.issues.push({ code: 'custom', message, input: entries });
        return z.NEVER;
      };
      const codes = Object.keys(entries);
      if (codes.length === 0) return refuse('Field prices must be a non-empty object');
      if (codes.length > mostCurrencies)
        return refuse(`Field prices cannot have more than ${mostCurrencies} currencies`);
      const prices: Record<string, Price> = {};
      for (const code of codes) {
        const price = readPrice(code, entries[code], wording);
        if (typeof price === 'string') return refuse(price);
        prices[code] = price;
      }
      return prices;
    })
    .meta({ description: 'Currency code (ISO 4217) to price' });

/** The price, or the sentence that says what is wrong with it. */
function readPrice(code: string, entry: unknown, wording: PriceWording): Price | string {
  if (!/^[A-Z]{3}$/.test(code) || currencyExponent(code) === undefined) return wording.currency(code);
  const given = z.record(z.string(), z.unknown()).safeParse(entry);
  if (!given.success) return `Invalid prices.${code}: must be an object`;
  const { amount, ...rest } = given.data;
  const amountMinor = parseAmount(amount, code);
  if (amountMinor === undefined) return wording.amount(code, amount);
  const details = priceEntry.omit({ amount: true }).safeParse(rest);
  if (!details.success) {
    const field = String(details.error.issues[0]?.path[0]);
    const expected = field === 'taxIncluded' ? 'a boolean' : `one of ${taxCategories.join(', ')}`;
    return `Invalid prices.${code}.${field}: must be ${expected}`;
  }
  return { amountMinor, ...details.data };
}
