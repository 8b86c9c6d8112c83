/** Orders: one-time, and subscriptions. (decisions.md, "Subscriptions".) */
import { countOrders, listOrders } from '#server/billing/orders/data/order-lists.ts';
import { isOfType, type OrderOf } from '#server/billing/orders/rules/order.ts';
import { isTrialing } from '#server/billing/orders/rules/order-display-status.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from './builder.ts';
import { type ColumnFilter, DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { maxLimit, readLimit, sortInput } from './listing.ts';
import {
  OnetimeOrderObject,
  OnetimeProductObject,
  OrderInterface,
  PaymentObject,
  StoreObject,
  SubscriptionOrderObject,
  SubscriptionProductObject,
} from './objects.ts';

/** A few tries, or most of a year of a subscription: with it, a hundred orders with all that belongs to them may be asked for. */
const usualPayments = 10;

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

OrderInterface.implement({
  description: 'An order: one-time or a subscription. Amounts are display strings: "29.00", "4500".',
  resolveType: ({ productType }) => (productType === 'onetime' ? OnetimeOrderObject : SubscriptionOrderObject),
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('ORD', id) }),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status'),
    productId: t.id({ resolve: ({ productId }) => toShortId('PROD', productId) }),
    productVersionId: t.exposeID('productVersionId'),
    checkoutSessionId: t.exposeID('checkoutSessionId'),
    currency: t.exposeString('currency'),
    subtotal: t.string({ resolve: ({ subtotalMinor, currency }) => formatAmount(subtotalMinor, currency) }),
    taxAmount: t.string({ resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency) }),
    total: t.string({ resolve: ({ totalMinor, currency }) => formatAmount(totalMinor, currency) }),
    refundState: t.exposeString('refundState', {
      description: '`none`, `partial` or `full`: how much of what was paid was refunded. `status` does not say.',
    }),
    refundedAmount: t.string({
      description: 'The total of its succeeded refunds.',
      resolve: ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency),
    }),
    buyerEmail: t.exposeString('buyerEmail', { nullable: true }),
    buyerIdentity: t.exposeString('buyerIdentity', { nullable: true }),
    billingDetail: t.expose('billingDetail', { type: BillingDetailObject, nullable: true }),
    merchantExternalId: t.exposeString('merchantExternalId', { nullable: true }),
    // Not the buyer's to see: the one may be what they have not paid for yet, the other is the merchant's own.
    successUrl: t.string({
      nullable: true,
      extensions: { kib: 0.5 },
      description: 'Where its buyer goes on to after paying: the order’s own address, else the product’s.',
      resolve: async ({ successUrl, productVersionId }, _, { isMerchant, loaders }) => {
        if (!isMerchant) return null;
        return successUrl ?? (await loaders.orderedVersion.load(productVersionId))?.version.successUrl ?? null;
      },
    }),
    metadata: t.field({
      type: 'JSON',
      nullable: true,
      extensions: { kib: 16 },
      resolve: ({ metadata }, _, { isMerchant }) => (isMerchant ? metadata : null),
    }),
    provider: t.string({
      nullable: true,
      description:
        'Which payment provider its newest payment is with: stripe, or sandbox, where no money moves. Null: nobody has tried to pay.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.paymentsOfOrder(1).load(id))[0]?.provider ?? null,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    canceledAt: t.expose('canceledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was asked for: a subscription may go on until `currentPeriodEnd`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    payments: t.field({
      type: [PaymentObject],
      description: 'What was tried to pay the order, newest first.',
      args: { limit: t.arg.int({ defaultValue: usualPayments, description: `1 to ${maxLimit}.` }) },
      resolve: ({ id }, { limit }, { loaders }) => loaders.paymentsOfOrder(readLimit(limit ?? usualPayments)).load(id),
    }),
    store: t.field({
      type: StoreObject,
      nullable: true,
      resolve: ({ storeId }, _, { loaders }) => loaders.store.load(storeId),
    }),
  }),
});

OnetimeOrderObject.implement({
  description:
    'A one-time order: `pending`, `completed`, `canceled` or `expired`. Amounts are display strings: "29.00", "4500".',
  interfaces: [OrderInterface],
  fields: (t) => ({
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    product: t.field({
      type: OnetimeProductObject,
      nullable: true,
      description: 'The product in the version that the order locked.',
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
  }),
});

SubscriptionOrderObject.implement({
  description: `A subscription: \`pending\`, \`trialing\`, \`active\`, \`past_due\`, \`canceling\`, \`canceled\` or \`expired\`.
Amounts are display strings: "29.00", "4500". They belong to the last paid period.`,
  interfaces: [OrderInterface],
  fields: (t) => ({
    billingPeriod: t.exposeString('billingPeriod', {
      nullable: true,
      description: 'weekly, monthly, quarterly or yearly',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it, or its trial, began.',
    }),
    trialEndsAt: t.expose('trialEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its trial ends, or ended; null where it has none.',
    }),
    isTrialing: t.boolean({
      description:
        'Whether it is in its trial; also where it was canceled meanwhile and kept, which makes it `active`.',
      resolve: isTrialing,
    }),
    currentPeriodStart: t.expose('currentPeriodStart', { type: 'DateTime', nullable: true }),
    currentPeriodEnd: t.expose('currentPeriodEnd', { type: 'DateTime', nullable: true }),
    periodNumber: t.exposeInt('periodNumber', {
      nullable: true,
      description: 'Which period the current one is, counted from 1; 0: the trial. Null before it began.',
    }),
    nextChargeAt: t.expose('nextChargeAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is charged next, or tried again. Null: never again, or a charge is on its way.',
    }),
    pastDueSince: t.expose('pastDueSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the charge failed that is being tried again.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    product: t.field({
      type: SubscriptionProductObject,
      nullable: true,
      description: 'The product in the version that the subscription locked.',
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
  }),
});

type OrderFilters = Partial<Record<keyof Parameters<typeof countOrders>[3], ColumnFilter>>;

const sharedFilters = {
  id: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  buyerEmail: StringFilter,
  buyerIdentity: StringFilter,
  currency: StringFilter,
  productId: IdFilter,
  checkoutSessionId: IdFilter,
  merchantExternalId: StringFilter,
};

/** Adds the list of the orders of one type, which has filters of its own. */
function addOrderList<Type extends ProductType>(
  productType: Type,
  noun: string,
  type: ReturnType<typeof builder.objectRef<OrderOf<Type>>>,
  own: OrderFilters,
) {
  addListFields({
    list: `${productType}Orders`,
    type,
    filter: filterInput(noun, { ...sharedFilters, ...own, createdAt: DateTimeFilter }),
    sort: sortInput(noun, ['createdAt', 'updatedAt']),
    ids: { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' },
    scope: ({ buyersScope }) => buyersScope(),
    rows: (tx, scope, listing) => listOrders(tx, scope, productType, listing),
    count: (tx, scope, filter) => countOrders(tx, scope, productType, filter),
    single: {
      name: `${productType}Order`,
      find: async (id, { loaders }) => {
        const order = await loaders.order.load(id);
        return order && isOfType(order, productType) ? order : null;
      },
    },
  });
}

addOrderList('onetime', 'OnetimeOrder', OnetimeOrderObject, { completedAt: DateTimeFilter });
addOrderList('subscription', 'SubscriptionOrder', SubscriptionOrderObject, {
  billingPeriod: StringFilter,
  trialEndsAt: DateTimeFilter,
  currentPeriodEnd: DateTimeFilter,
  canceledAt: DateTimeFilter,
});
