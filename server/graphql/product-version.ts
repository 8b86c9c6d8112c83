/** Product versions, for the merchant only. (commerce-api.md, "Product with versions") */

import { versionIdIn } from '#server/catalog/data/product-columns.ts';
import { countVersions, listVersions } from '#server/catalog/data/product-lists.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import { maxMedia } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { GraphqlContext } from './context.ts';
import { shortId } from './field-options.ts';
import { DateTimeFilter, filterInput, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OnetimeProductVersionObject, ProductVersionInterface, SubscriptionProductVersionObject } from './objects.ts';
import { CurrencyPriceObject, MediaItemObject, pricesOf } from './product-content.ts';

async function isCurrentVersion(
  { id, productId }: Pick<ProductVersion, 'id' | 'productId'>,
  environment: Environment,
  { isMerchant, loaders }: GraphqlContext,
): Promise<boolean | null> {
  const found = isMerchant ? await loaders.product.load(productId) : null;
  return found && versionIdIn(found.product, environment) === id;
}

ProductVersionInterface.implement({
  description: 'A version of a product’s content in one environment. Versions never change.',
  resolveType: ({ billingPeriod }) =>
    billingPeriod === null ? OnetimeProductVersionObject : SubscriptionProductVersionObject,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    productId: t.id(shortId('PROD', 'productId', 'The product, `PROD_xxx`.')),
    environment: t.exposeString('environment', { description: 'test or prod.' }),
    versionNumber: t.exposeInt('versionNumber', { description: 'Counted from 1 in each environment.' }),
    name: t.exposeString('name', { description: '1 to 64 characters.' }),
    description: t.exposeString('description', {
      description: 'Markdown; null if there is none.',
      nullable: true,
      extensions: { kib: 10 },
    }),
    prices: t.field({
      description: 'One entry per currency, ordered by currency code.',
      type: [CurrencyPriceObject],
      resolve: (version) => pricesOf(version),
    }),
    media: t.field({
      description: 'Images and videos in display order.',
      type: [MediaItemObject],
      extensions: { maxLength: maxMedia },
      resolve: ({ media }) => media,
    }),
    // Hidden from buyers, who see the versions of their orders.
    successUrl: t.string({
      description:
        'The URL that buyers are sent to after paying; null if there is none. Null for callers other than the merchant.',
      nullable: true,
      extensions: { kib: 0.5 },
      resolve: ({ successUrl }, _, { isMerchant }) => (isMerchant ? successUrl : null),
    }),
    metadata: t.field({
      description: 'The merchant’s own key-value data. Null for callers other than the merchant.',
      type: 'JSON',
      nullable: true,
      extensions: { kib: 16 },
      resolve: ({ metadata }, _, { isMerchant }) => (isMerchant ? metadata : null),
    }),
    isTestVersion: t.boolean({
      description: 'Whether it is the product’s current version in test. Null for callers other than the merchant.',
      nullable: true,
      resolve: (version, _, context) => isCurrentVersion(version, 'test', context),
    }),
    isProdVersion: t.boolean({
      description: 'Whether it is the product’s current version in prod. Null for callers other than the merchant.',
      nullable: true,
      resolve: (version, _, context) => isCurrentVersion(version, 'prod', context),
    }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
  }),
});

OnetimeProductVersionObject.implement({
  description: 'A version of a one-time product. Versions never change.',
  interfaces: [ProductVersionInterface],
});

SubscriptionProductVersionObject.implement({
  description: 'A version of a subscription product. Versions never change.',
  interfaces: [ProductVersionInterface],
  fields: (t) => ({
    billingPeriod: t.string({
      description: 'weekly, monthly, quarterly or yearly.',
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
    idArguments: ['productId'],
    scope: ({ merchantsScope }) => merchantsScope(),
    rows: (tx, scope, listing) => listVersions(tx, scope, productType, listing),
    count: (tx, scope, filter) => countVersions(tx, scope, productType, filter),
  });
}
