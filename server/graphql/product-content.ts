/** What stands in a product's versions. (commerce-api.md, "Price map", "Media item".) */

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
  fields: (t) => ({
    amount: t.string({
      description: 'Display format: "29.00", "4500".',
      resolve: ({ currency, price }) => formatAmount(price.amountMinor, currency),
    }),
    trialAmount: t.string({
      nullable: true,
      description: 'What a paid trial costs; null: a trial, where there is one, is free.',
      resolve: ({ currency, price: { trialAmountMinor } }) =>
        trialAmountMinor === undefined ? null : formatAmount(trialAmountMinor, currency),
    }),
    taxIncluded: t.boolean({ resolve: ({ price }) => price.taxIncluded }),
    taxCategory: t.string({ resolve: ({ price }) => price.taxCategory }),
  }),
});

/** A price map as a list, by currency. */
export const CurrencyPriceObject = builder.objectRef<CurrencyPrice>('CurrencyPrice').implement({
  fields: (t) => ({
    currency: t.exposeString('currency'),
    priceInfo: t.field({ type: PriceInfo, resolve: (price) => price }),
  }),
});

export const MediaItemObject = builder.objectRef<MediaItem>('MediaItem').implement({
  fields: (t) => ({
    type: t.exposeString('type', { description: 'image or video' }),
    url: t.exposeString('url', { extensions: { kib: 2 } }),
    alt: t.exposeString('alt', { extensions: { kib: 0.5 } }),
    thumbnail: t.string({
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
