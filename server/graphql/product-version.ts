/** Versions of products: what was sold under which number, for the merchant only. (commerce-api.md, "Product with versions".) */
import { toShortId } from '../domain/ids.ts';
import { mostMedia, type ProductType } from '../domain/product.ts';
import { requireBillingPeriod } from '../domain/product-content.ts';
import { countVersions, listVersions } from '../queries/product-lists.ts';
import { builder } from './builder.ts';
import { type GraphqlContext, narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, IntFilter, readFilter, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
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
    media: t.field({ type: [MediaItemObject], extensions: { longest: mostMedia }, resolve: ({ media }) => media }),
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

const ProductVersionFilter = builder.inputType('ProductVersionFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    productId: t.field({ type: IdFilter }),
    versionNumber: t.field({ type: IntFilter }),
    name: t.field({ type: StringFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const ProductVersionSort = sortInput('ProductVersion', ['createdAt', 'versionNumber']);

const listed = listArguments(ProductVersionFilter, ProductVersionSort);
const counted = choiceArguments(ProductVersionFilter);

interface Choice {
  readonly storeId?: string | null | undefined;
  readonly filter?: typeof ProductVersionFilter.$inferInput | null | undefined;
}

async function chosen({ storeId, filter: given }: Choice, { merchantsScope }: GraphqlContext) {
  const filter = readFilter(given, { id: 'UUID', storeId: 'STO', productId: 'PROD' });
  return { scope: narrowed(await merchantsScope(), readStoreId(storeId)), filter };
}

async function list(
  type: ProductType,
  args: Choice & Parameters<typeof readPage<'createdAt' | 'versionNumber'>>[1],
  context: GraphqlContext,
) {
  const page = readPage('UUID', args);
  const { scope, filter } = await chosen(args, context);
  return await listVersions(context.db, scope, type, { filter, page });
}

async function tally(type: ProductType, args: Choice, context: GraphqlContext) {
  const { scope, filter } = await chosen(args, context);
  return await countVersions(context.db, scope, type, filter);
}

builder.queryFields((t) => ({
  onetimeProductVersions: t.field({
    type: [OnetimeProductVersionObject],
    args: listed,
    resolve: (_, args, context) => list('onetime', args, context),
  }),
  onetimeProductVersionsCount: t.int({
    args: counted,
    resolve: (_, args, context) => tally('onetime', args, context),
  }),
  subscriptionProductVersions: t.field({
    type: [SubscriptionProductVersionObject],
    args: listed,
    resolve: (_, args, context) => list('subscription', args, context),
  }),
  subscriptionProductVersionsCount: t.int({
    args: counted,
    resolve: (_, args, context) => tally('subscription', args, context),
  }),
}));
