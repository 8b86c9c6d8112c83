/** Versions of products: what was sold under which number, for the merchant only. (commerce-api.md, "Product with versions".) */

import { countVersions, listVersions } from '#server/catalog/data/product-lists.ts';
import { maxMedia } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { toShortId } from '#server/domain/ids.ts';
import { DateTimeFilter, filterInput, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OnetimeProductVersionObject, ProductVersionInterface, SubscriptionProductVersionObject } from './objects.ts';
import { CurrencyPriceObject, MediaItemObject, pricesOf } from './product-content.ts';

ProductVersionInterface.implement({
  description: 'What a product was from one change to the next, in one environment. It never changes.',
  resolveType: ({ billingPeriod }) =>
    billingPeriod === null ? OnetimeProductVersionObject : SubscriptionProductVersionObject,
  fields: (t) => ({
    id: t.exposeID('id'),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    productId: t.id({ resolve: ({ productId }) => toShortId('PROD', productId) }),
    environment: t.exposeString('environment', { description: 'test or prod' }),
    versionNumber: t.exposeInt('versionNumber'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true, extensions: { kib: 10 } }),
    prices: t.field({ type: [CurrencyPriceObject], resolve: (version) => pricesOf(version) }),
    media: t.field({ type: [MediaItemObject], extensions: { longest: maxMedia }, resolve: ({ media }) => media }),
    successUrl: t.exposeString('successUrl', { nullable: true, extensions: { kib: 0.5 } }),
    metadata: t.field({ type: 'JSON', extensions: { kib: 16 }, resolve: ({ metadata }) => metadata }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

OnetimeProductVersionObject.implement({ interfaces: [ProductVersionInterface] });

SubscriptionProductVersionObject.implement({
  interfaces: [ProductVersionInterface],
  fields: (t) => ({
    billingPeriod: t.string({
      description: 'weekly, monthly, quarterly or yearly',
      resolve: (version) => requireBillingPeriod(version),
    }),
  }),
});

const ProductVersionFilter = filterInput('ProductVersion', {
  id: IdFilter,
  storeId: IdFilter,
  productId: IdFilter,
  versionNumber: IntFilter,
  name: StringFilter,
  createdAt: DateTimeFilter,
});

const sort = sortInput('ProductVersion', ['createdAt', 'versionNumber']);

for (const { productType, type } of [
  { productType: 'onetime', type: OnetimeProductVersionObject },
  { productType: 'subscription', type: SubscriptionProductVersionObject },
] as const) {
  addListFields({
    list: `${productType}ProductVersions`,
    type,
    filter: ProductVersionFilter,
    sort,
    defaultSort: 'versionNumber',
    ids: { id: 'UUID', storeId: 'STO', productId: 'PROD' },
    scope: ({ merchantsScope }) => merchantsScope(),
    rows: (tx, scope, listing) => listVersions(tx, scope, productType, listing),
    count: (tx, scope, filter) => countVersions(tx, scope, productType, filter),
  });
}
