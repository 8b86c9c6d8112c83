/** One-time orders. */
import type { BillingDetail } from '../domain/billing-detail.ts';
import { toShortId } from '../domain/ids.ts';
import { formatAmount } from '../domain/money.ts';
import { countOnetimeOrders, listOnetimeOrders } from '../queries/onetime-orders.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, readFilter, readId, StringFilter } from './filters.ts';
import {
  choiceArguments,
  defaultLimit,
  listArguments,
  maxLimit,
  readLimit,
  readPage,
  readStoreId,
  sortInput,
} from './listing.ts';
import { OnetimeOrderObject, OnetimeProductObject, PaymentObject, StoreObject } from './objects.ts';

const BillingDetailObject = builder.objectRef<BillingDetail>('BillingDetail').implement({
  fields: (t) => ({
    country: t.exposeString('country'),
    isBusiness: t.exposeBoolean('isBusiness'),
    state: t.string({ nullable: true, resolve: (detail) => detail.state ?? null }),
    postcode: t.string({ nullable: true, resolve: (detail) => detail.postcode ?? null }),
    businessName: t.string({ nullable: true, resolve: (detail) => detail.businessName ?? null }),
    taxId: t.string({ nullable: true, resolve: (detail) => detail.taxId ?? null }),
  }),
});

OnetimeOrderObject.implement({
  description: 'A one-time order. Amounts are display strings: "29.00", "4500".',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('ORD', id) }),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status', { description: 'pending, completed, canceled or expired' }),
    productId: t.id({ resolve: ({ productId }) => toShortId('PROD', productId) }),
    productVersionId: t.exposeID('productVersionId'),
    checkoutSessionId: t.exposeID('checkoutSessionId'),
    currency: t.exposeString('currency'),
    subtotal: t.string({ resolve: ({ subtotalMinor, currency }) => formatAmount(subtotalMinor, currency) }),
    taxAmount: t.string({ resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency) }),
    total: t.string({ resolve: ({ totalMinor, currency }) => formatAmount(totalMinor, currency) }),
    buyerEmail: t.exposeString('buyerEmail', { nullable: true }),
    buyerIdentity: t.exposeString('buyerIdentity', { nullable: true }),
    billingDetail: t.expose('billingDetail', { type: BillingDetailObject, nullable: true }),
    merchantExternalId: t.exposeString('merchantExternalId', { nullable: true }),
    // Not the buyer's to see: the one may be what they have not paid for yet, the other is the merchant's own.
    successUrl: t.string({
      nullable: true,
      resolve: ({ successUrl }, _, { isMerchant }) => (isMerchant ? successUrl : null),
    }),
    metadata: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ metadata }, _, { isMerchant }) => (isMerchant ? metadata : null),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    canceledAt: t.expose('canceledAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    product: t.field({
      type: OnetimeProductObject,
      nullable: true,
      description: 'The product in the version that the order locked.',
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
    payments: t.field({
      type: [PaymentObject],
      description: 'What was tried to pay the order, newest first.',
      args: { limit: t.arg.int({ defaultValue: defaultLimit, description: `1 to ${maxLimit}.` }) },
      resolve: ({ id }, { limit }, { loaders }) => loaders.paymentsOfOrder(readLimit(limit)).load(id),
    }),
    store: t.field({
      type: StoreObject,
      nullable: true,
      resolve: ({ storeId }, _, { loaders }) => loaders.store.load(storeId),
    }),
  }),
});

const OnetimeOrderFilter = builder.inputType('OnetimeOrderFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    status: t.field({ type: StringFilter }),
    buyerEmail: t.field({ type: StringFilter }),
    buyerIdentity: t.field({ type: StringFilter }),
    currency: t.field({ type: StringFilter }),
    productId: t.field({ type: IdFilter }),
    checkoutSessionId: t.field({ type: IdFilter }),
    merchantExternalId: t.field({ type: StringFilter }),
    completedAt: t.field({ type: DateTimeFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const OnetimeOrderSort = sortInput('OnetimeOrder', ['createdAt', 'updatedAt']);

const readOrderFilter = (filter: typeof OnetimeOrderFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' });

builder.queryFields((t) => ({
  onetimeOrders: t.field({
    type: [OnetimeOrderObject],
    args: listArguments(OnetimeOrderFilter, OnetimeOrderSort),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readOrderFilter(args.filter), readPage('ORD', args)];
      return await listOnetimeOrders(db, narrowed(await buyersScope(), storeId), { filter, page });
    },
  }),
  onetimeOrdersCount: t.int({
    args: choiceArguments(OnetimeOrderFilter),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readOrderFilter(args.filter)];
      return await countOnetimeOrders(db, narrowed(await buyersScope(), storeId), filter);
    },
  }),
  onetimeOrder: t.field({
    type: OnetimeOrderObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.onetimeOrder.load(readId('ORD', id)),
  }),
}));
