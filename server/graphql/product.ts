/** Products of both types in the caller's environment. (commerce-api.md, "One-time product") */

import { trialDaysOf } from '#server/billing/subscriptions/rules/trial.ts';
import { statusIn } from '#server/catalog/data/product-columns.ts';
import { countVisibleProducts, listProducts } from '#server/catalog/data/product-lists.ts';
import { maxMedia } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { toShortId } from '#server/domain/ids.ts';
import { DateTimeFilter, filterInput, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OnetimeProductObject, ProductInterface, SubscriptionProductObject } from './objects.ts';
import { CurrencyPriceObject, MediaItemObject, pricesOf } from './product-content.ts';

ProductInterface.implement({
  description: 'A one-time or subscription product. Fields for its merchant are null for other callers.',
  resolveType: ({ product }) => (product.type === 'onetime' ? OnetimeProductObject : SubscriptionProductObject),
  fields: (t) => ({
    id: t.id({ description: '`PROD_xxx`.', resolve: ({ product }) => toShortId('PROD', product.id) }),
    storeId: t.id({
      description: 'The store, `STO_xxx`.',
      resolve: ({ product }) => toShortId('STO', product.storeId),
    }),
    status: t.string({
      description: 'active or inactive, in the environment of the call.',
      resolve: ({ product, version }) => statusIn(product, version.environment),
    }),
    versionId: t.id({ description: 'The current version’s UUID.', resolve: ({ version }) => version.id }),
    versionNumber: t.int({
      description: 'The current version’s number, counted from 1.',
      resolve: ({ version }) => version.versionNumber,
    }),
    name: t.string({ description: '1 to 64 characters.', resolve: ({ version }) => version.name }),
    description: t.string({
      description: 'Markdown; null if there is none.',
      nullable: true,
      // At most 10, but most products of a group have much less.
      extensions: { kib: 4 },
      resolve: ({ version }) => version.description,
    }),
    prices: t.field({
      description: 'One entry per currency, ordered by currency code.',
      type: [CurrencyPriceObject],
      resolve: ({ version }) => pricesOf(version),
    }),
    media: t.field({
      description: 'Images and videos in display order.',
      type: [MediaItemObject],
      extensions: { maxLength: maxMedia },
      resolve: ({ version }) => version.media,
    }),
    // Hidden from buyers: the URL may lead to what they have not paid for, and metadata is the merchant's own.
    successUrl: t.string({
      description: 'The URL that buyers are sent to after paying. Null for callers other than the merchant.',
      nullable: true,
      extensions: { kib: 0.5 },
      resolve: ({ version }, _, { isMerchant }) => (isMerchant ? version.successUrl : null),
    }),
    metadata: t.field({
      description: 'The merchant’s own key-value data. Null for callers other than the merchant.',
      type: 'JSON',
      nullable: true,
      // At most 16, but usually much less.
      extensions: { kib: 4 },
      resolve: ({ version }, _, { isMerchant }) => (isMerchant ? version.metadata : null),
    }),
    hasProdVersion: t.boolean({
      description: 'Whether it was ever published. Null for callers other than the merchant.',
      nullable: true,
      resolve: ({ product }, _, { isMerchant }) => (isMerchant ? product.prodVersionId !== null : null),
    }),
    createdAt: t.field({
      description: 'When it was created.',
      type: 'DateTime',
      resolve: ({ product }) => product.createdAt,
    }),
    updatedAt: t.field({
      description: 'When it last changed.',
      type: 'DateTime',
      resolve: ({ product }) => product.updatedAt,
    }),
  }),
});

OnetimeProductObject.implement({
  description: 'A one-time product. Fields for its merchant are null for other callers.',
  interfaces: [ProductInterface],
});

SubscriptionProductObject.implement({
  description: 'A subscription product. Fields for its merchant are null for other callers.',
  interfaces: [ProductInterface],
  fields: (t) => ({
    billingPeriod: t.string({
      description: 'weekly, monthly, quarterly or yearly.',
      resolve: ({ version }) => requireBillingPeriod(version),
    }),
    trialDays: t.int({
      description: 'The length of a trial in days, 1 to 730; 0: no trial.',
      resolve: ({ version }) => trialDaysOf(version),
    }),
  }),
});

for (const { productType, noun, type } of [
  { productType: 'onetime', noun: 'OnetimeProduct', type: OnetimeProductObject },
  { productType: 'subscription', noun: 'SubscriptionProduct', type: SubscriptionProductObject },
] as const) {
  addListFields({
    list: `${productType}Products`,
    type,
    filter: filterInput(noun, {
      id: IdFilter,
      storeId: IdFilter,
      name: StringFilter,
      status: StringFilter,
      versionNumber: IntFilter,
      createdAt: DateTimeFilter,
      updatedAt: DateTimeFilter,
    }),
    sort: sortInput(noun, ['createdAt', 'updatedAt', 'name']),
    ids: { id: 'PROD', storeId: 'STO' },
    scope: ({ scope }) => scope(),
    rows: (tx, scope, listing) => listProducts(tx, scope, productType, listing),
    count: (tx, scope, filter) => countVisibleProducts(tx, scope, productType, filter),
    single: {
      name: `${productType}Product`,
      find: async (id, { loaders }) => {
        const found = await loaders.product.load(id);
        return found?.product.type === productType ? found : null;
      },
    },
  });
}
