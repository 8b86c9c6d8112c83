/** One-time products, as they stand in the caller's environment. (commerce-api.md, "One-time product", "Media item".) */
import { toShortId } from '../domain/ids.ts';
import { formatAmount } from '../domain/money.ts';
import type { Price } from '../domain/prices.ts';
import type { MediaItem } from '../domain/product.ts';
import { countVisibleProducts, listProducts } from '../queries/product-lists.ts';
import { statusIn } from '../queries/products.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, IntFilter, readFilter, readId, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
import { OnetimeProductObject } from './objects.ts';

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
    taxIncluded: t.boolean({ resolve: ({ price }) => price.taxIncluded }),
    taxCategory: t.string({ resolve: ({ price }) => price.taxCategory }),
  }),
});

const CurrencyPriceObject = builder.objectRef<CurrencyPrice>('CurrencyPrice').implement({
  fields: (t) => ({
    currency: t.exposeString('currency'),
    priceInfo: t.field({ type: PriceInfo, resolve: (price) => price }),
  }),
});

const MediaItemObject = builder.objectRef<MediaItem>('MediaItem').implement({
  fields: (t) => ({
    type: t.exposeString('type', { description: 'image or video' }),
    url: t.exposeString('url'),
    alt: t.exposeString('alt'),
    thumbnail: t.string({ nullable: true, resolve: (item) => item.thumbnail ?? null }),
  }),
});

OnetimeProductObject.implement({
  description: 'A one-time product. What only its merchant may see is null for everybody else.',
  fields: (t) => ({
    id: t.id({ resolve: ({ product }) => toShortId('PROD', product.id) }),
    storeId: t.id({ resolve: ({ product }) => toShortId('STO', product.storeId) }),
    status: t.string({
      description: 'active or inactive, in the environment of the call',
      resolve: ({ product, version }) => statusIn(product, version.environment),
    }),
    versionId: t.id({ resolve: ({ version }) => version.id }),
    versionNumber: t.int({ resolve: ({ version }) => version.versionNumber }),
    name: t.string({ resolve: ({ version }) => version.name }),
    description: t.string({ nullable: true, resolve: ({ version }) => version.description }),
    prices: t.field({
      type: [CurrencyPriceObject],
      resolve: ({ version }) =>
        Object.entries(version.prices)
          .map(([currency, price]) => ({ currency, price }))
          .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    }),
    media: t.field({ type: [MediaItemObject], resolve: ({ version }) => version.media }),
    // Where a buyer lands after paying may be what they pay for, and metadata is the merchant's own.
    successUrl: t.string({
      nullable: true,
      resolve: ({ version }, _, { isMerchant }) => (isMerchant ? version.successUrl : null),
    }),
    metadata: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ version }, _, { isMerchant }) => (isMerchant ? version.metadata : null),
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ product }) => product.createdAt }),
    updatedAt: t.field({ type: 'DateTime', resolve: ({ product }) => product.updatedAt }),
  }),
});

const OnetimeProductFilter = builder.inputType('OnetimeProductFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    name: t.field({ type: StringFilter }),
    status: t.field({ type: StringFilter }),
    versionNumber: t.field({ type: IntFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const OnetimeProductSort = sortInput('OnetimeProduct', ['createdAt', 'updatedAt', 'name']);

const readProductFilter = (filter: typeof OnetimeProductFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'PROD', storeId: 'STO' });

builder.queryFields((t) => ({
  onetimeProducts: t.field({
    type: [OnetimeProductObject],
    args: listArguments(OnetimeProductFilter, OnetimeProductSort),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter, page] = [
        readStoreId(args.storeId),
        readProductFilter(args.filter),
        readPage('PROD', args),
      ];
      return await listProducts(db, narrowed(await scope(), storeId), 'onetime', { filter, page });
    },
  }),
  onetimeProductsCount: t.int({
    args: choiceArguments(OnetimeProductFilter),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readProductFilter(args.filter)];
      return await countVisibleProducts(db, narrowed(await scope(), storeId), 'onetime', filter);
    },
  }),
  onetimeProduct: t.field({
    type: OnetimeProductObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.onetimeProduct.load(readId('PROD', id)),
  }),
}));
