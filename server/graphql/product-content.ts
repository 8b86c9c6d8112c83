/** The content of product versions. (commerce-api.md, "Price map", "Media item") */

import type { ProductVersion } from '#server/catalog/products.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { MediaItem } from '#server/catalog/rules/product.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from './builder.ts';

interface CurrencyPrice {
  readonly currency: string;
  readonly price: Price;
}

const PriceInfo = builder.objectRef<CurrencyPrice>('PriceInfo').implement({
  description: 'A price in one currency.',
  fields: (t) => ({
    amount: t.string({
      description: 'In display format: "29.00", "4500".',
      resolve: ({ currency, price }) => formatAmount(price.amountMinor, currency),
    }),
    trialAmount: t.string({
      description: 'The price of a paid trial in display format; null: trials, if any, are free.',
      nullable: true,
      resolve: ({ currency, price: { trialAmountMinor } }) =>
        trialAmountMinor === undefined ? null : formatAmount(trialAmountMinor, currency),
    }),
    taxIncluded: t.boolean({
      description: 'Whether `amount` includes tax; otherwise tax is added.',
      resolve: ({ price }) => price.taxIncluded,
    }),
    taxCategory: t.string({
      description: 'The kind of goods for tax, such as `saas`.',
      resolve: ({ price }) => price.taxCategory,
    }),
  }),
});

/** A price map as a list, by currency. */
export const CurrencyPriceObject = builder.objectRef<CurrencyPrice>('CurrencyPrice').implement({
  description: 'One entry of a product’s prices.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    priceInfo: t.field({ description: 'The price in that currency.', type: PriceInfo, resolve: (price) => price }),
  }),
});

export const MediaItemObject = builder.objectRef<MediaItem>('MediaItem').implement({
  description: 'An image or video of a product.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'image or video.' }),
    url: t.exposeString('url', { description: 'The URL of the image or video.', extensions: { kib: 2 } }),
    alt: t.exposeString('alt', {
      description: 'The alternative text; empty if there is none.',
      extensions: { kib: 0.5 },
    }),
    thumbnail: t.string({
      description: 'The URL of a preview image; null if there is none.',
      nullable: true,
      extensions: { kib: 2 },
      resolve: (item) => item.thumbnail ?? null,
    }),
  }),
});

/** A version's prices, by currency. */
export const pricesOf = ({ prices }: ProductVersion): CurrencyPrice[] =>
  Object.entries(prices)
    .map(([currency, price]) => ({ currency, price }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
