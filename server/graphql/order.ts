/** One-time orders and subscriptions. (decisions.md, "Subscriptions") */
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

/** Enough for most orders, and low enough to query a hundred orders with all related objects. */
const defaultPayments = 10;

const BillingDetailObject = builder.objectRef<BillingDetail>('BillingDetail').implement({
  description: 'The buyer’s address and business, which determine the tax.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'ISO 3166-1 alpha-2 code.' }),
    isBusiness: t.exposeBoolean('isBusiness', { description: 'Whether the buyer is a business.' }),
    state: t.string({
      description: 'ISO 3166-2 subdivision code, for the USA and Canada.',
      nullable: true,
      resolve: (detail) => detail.state ?? null,
    }),
    postcode: t.string({
      description: 'The postal code.',
      nullable: true,
      resolve: (detail) => detail.postcode ?? null,
    }),
    businessName: t.string({
      description: 'The name of the business.',
      nullable: true,
      resolve: (detail) => detail.businessName ?? null,
    }),
    taxId: t.string({
      description: 'The tax number; VAT numbers are in their official form.',
      nullable: true,
      resolve: (detail) => detail.taxId ?? null,
    }),
  }),
});

OrderInterface.implement({
  description: 'A one-time order or subscription. Amounts are in display format: "29.00", "4500".',
  resolveType: ({ productType }) => (productType === 'onetime' ? OnetimeOrderObject : SubscriptionOrderObject),
  fields: (t) => ({
    id: t.id({ description: '`ORD_xxx`.', resolve: ({ id }) => toShortId('ORD', id) }),
    storeId: t.id({ description: 'The store, `STO_xxx`.', resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status', { description: 'The statuses depend on the type of order.' }),
    productId: t.id({
      description: 'The product, `PROD_xxx`.',
      resolve: ({ productId }) => toShortId('PROD', productId),
    }),
    productVersionId: t.exposeID('productVersionId', { description: 'The version that the order locked, a UUID.' }),
    checkoutSessionId: t.exposeID('checkoutSessionId', { description: 'The checkout session’s UUID.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    subtotal: t.string({
      description: 'The amount without tax, in display format: "29.00", "4500".',
      resolve: ({ subtotalMinor, currency }) => formatAmount(subtotalMinor, currency),
    }),
    taxAmount: t.string({
      description: 'The tax, in display format: "29.00", "4500".',
      resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency),
    }),
    total: t.string({
      description: 'The amount with tax, in display format: "29.00", "4500".',
      resolve: ({ totalMinor, currency }) => formatAmount(totalMinor, currency),
    }),
    refundState: t.exposeString('refundState', {
      description:
        'How much of the paid amount was refunded: `none`, `partial` or `full`. `status` does not reflect refunds.',
    }),
    refundedAmount: t.string({
      description: 'The total of succeeded refunds, in display format: "29.00", "4500".',
      resolve: ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency),
    }),
    buyerEmail: t.exposeString('buyerEmail', { description: 'The buyer’s email address.', nullable: true }),
    buyerIdentity: t.exposeString('buyerIdentity', {
      description: 'Your own ID of the customer, or their email.',
      nullable: true,
    }),
    billingDetail: t.expose('billingDetail', {
      description: 'The buyer’s address; null until it is known.',
      type: BillingDetailObject,
      nullable: true,
    }),
    merchantExternalId: t.exposeString('merchantExternalId', {
      description: 'Your own ID, from the checkout session.',
      nullable: true,
    }),
    // Hidden from buyers: the URL may lead to what they have not paid for, and metadata is the merchant's own.
    successUrl: t.string({
      description:
        'The URL that the buyer is sent to after paying: the order’s own or the product’s. Null for callers other than the merchant.',
      nullable: true,
      extensions: { kib: 0.5 },
      resolve: async ({ successUrl, productVersionId }, _, { isMerchant, loaders }) => {
        if (!isMerchant) return null;
        return successUrl ?? (await loaders.orderedVersion.load(productVersionId))?.version.successUrl ?? null;
      },
    }),
    metadata: t.field({
      description: 'Your own key-value data. Null for callers other than the merchant.',
      type: 'JSON',
      nullable: true,
      extensions: { kib: 16 },
      resolve: ({ metadata }, _, { isMerchant }) => (isMerchant ? metadata : null),
    }),
    provider: t.string({
      description:
        'The payment provider of the newest payment: stripe, or sandbox, which moves no money. Null: no payment attempt.',
      nullable: true,
      resolve: async ({ id }, _, { loaders }) => (await loaders.paymentsOfOrder(1).load(id))[0]?.provider ?? null,
    }),
    expiresAt: t.expose('expiresAt', { description: 'When a pending order expires.', type: 'DateTime' }),
    canceledAt: t.expose('canceledAt', {
      description: 'When cancellation was requested. A subscription may run until `currentPeriodEnd`.',
      type: 'DateTime',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
    payments: t.field({
      description: 'Payment attempts, newest first.',
      type: [PaymentObject],
      args: {
        limit: t.arg.int({ defaultValue: defaultPayments, description: `The maximum number, 1 to ${maxLimit}.` }),
      },
      resolve: ({ id }, { limit }, { loaders }) =>
        loaders.paymentsOfOrder(readLimit(limit ?? defaultPayments)).load(id),
    }),
    store: t.field({
      description: 'The store; null if the caller cannot see it.',
      type: StoreObject,
      nullable: true,
      resolve: ({ storeId }, _, { loaders }) => loaders.store.load(storeId),
    }),
  }),
});

OnetimeOrderObject.implement({
  description:
    'A one-time order: `pending`, `completed`, `canceled` or `expired`. Amounts are in display format: "29.00", "4500".',
  interfaces: [OrderInterface],
  fields: (t) => ({
    completedAt: t.expose('completedAt', {
      description: 'When it was paid; null: not paid.',
      type: 'DateTime',
      nullable: true,
    }),
    product: t.field({
      description: 'The product in the version that the order locked.',
      type: OnetimeProductObject,
      nullable: true,
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
      description: 'weekly, monthly, quarterly or yearly.',
      nullable: true,
    }),
    startedAt: t.expose('startedAt', {
      description: 'When the subscription or its trial began.',
      type: 'DateTime',
      nullable: true,
    }),
    trialEndsAt: t.expose('trialEndsAt', {
      description: 'When its trial ends or ended; null: no trial.',
      type: 'DateTime',
      nullable: true,
    }),
    isTrialing: t.boolean({
      description: 'Whether it is in its trial. Also true after an undone cancellation, which makes it `active`.',
      resolve: isTrialing,
    }),
    currentPeriodStart: t.expose('currentPeriodStart', {
      description: 'When the current period began; null before the start.',
      type: 'DateTime',
      nullable: true,
    }),
    currentPeriodEnd: t.expose('currentPeriodEnd', {
      description: 'When the current period ends; null before the start.',
      type: 'DateTime',
      nullable: true,
    }),
    periodNumber: t.exposeInt('periodNumber', {
      description: 'The number of the current period, counted from 1; 0: the trial. Null before the start.',
      nullable: true,
    }),
    nextChargeAt: t.expose('nextChargeAt', {
      description: 'When it is charged or retried next. Null: no further charge, or a charge is processing.',
      type: 'DateTime',
      nullable: true,
    }),
    pastDueSince: t.expose('pastDueSince', {
      description: 'When the charge failed that is being retried.',
      type: 'DateTime',
      nullable: true,
    }),
    endedAt: t.expose('endedAt', {
      description: 'When the subscription ended; null: not ended.',
      type: 'DateTime',
      nullable: true,
    }),
    product: t.field({
      description: 'The product in the version that the subscription locked.',
      type: SubscriptionProductObject,
      nullable: true,
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

/** Adds the list of orders of one type, with its own filters. */
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
