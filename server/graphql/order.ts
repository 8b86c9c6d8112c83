/** One-time orders and subscriptions. (decisions.md, "Subscriptions") */
import { isTrialing } from '#server/billing/orders/rules/order-display-status.ts';
import { BillingDetailObject } from './billing-detail.ts';
import { amount, shortId, timeOrNull } from './field-options.ts';
import { maxLimit, readLimit } from './listing.ts';
import {
  OnetimeOrderObject,
  OnetimeProductObject,
  OnetimeProductVersionObject,
  OrderInterface,
  PaymentObject,
  StoreObject,
  SubscriptionOrderObject,
  SubscriptionProductObject,
  SubscriptionProductVersionObject,
} from './objects.ts';
import {
  OnetimePriceSnapshotObject,
  SubscriptionPriceSnapshotObject,
  snapshotOf,
  subscriptionSnapshotOf,
} from './price-snapshot.ts';

/** Enough for most orders, and low enough to query a hundred orders with all related objects. */
const defaultPayments = 10;

OrderInterface.implement({
  description: 'A one-time order or subscription. Amounts are in display format: "29.00", "4500".',
  resolveType: ({ productType }) => (productType === 'onetime' ? OnetimeOrderObject : SubscriptionOrderObject),
  fields: (t) => ({
    id: t.id(shortId('ORD', 'id', '`ORD_xxx`.')),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    status: t.exposeString('status', { description: 'The statuses depend on the type of order.' }),
    productId: t.id(shortId('PROD', 'productId', 'The product, `PROD_xxx`.')),
    productVersionId: t.exposeID('productVersionId', { description: 'The version that the order locked, a UUID.' }),
    checkoutSessionId: t.exposeID('checkoutSessionId', { description: 'The checkout session’s UUID.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    subtotal: t.string(amount('subtotalMinor', 'The amount without tax, in display format: "29.00", "4500".')),
    taxAmount: t.string(amount('taxMinor', 'The tax, in display format: "29.00", "4500".')),
    total: t.string(amount('totalMinor', 'The amount with tax, in display format: "29.00", "4500".')),
    refundState: t.exposeString('refundState', {
      description:
        'How much of the paid amount was refunded: `none`, `partial` or `full`. `status` does not reflect refunds.',
    }),
    refundedAmount: t.string(
      amount('refundedMinor', 'The total of succeeded refunds, in display format: "29.00", "4500".'),
    ),
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
    merchantProvidedBuyerIdentity: t.exposeString('buyerIdentity', {
      description: 'The same as `buyerIdentity`, by its name in webhooks.',
      nullable: true,
    }),
    merchantExternalId: t.exposeString('merchantExternalId', {
      description: 'Your own ID, from the checkout session.',
      nullable: true,
    }),
    orderMerchantExternalId: t.exposeString('merchantExternalId', {
      description: 'The same as `merchantExternalId`, by its name in requests and webhooks.',
      nullable: true,
    }),
    testMode: t.boolean({
      description: 'Whether it was made in test.',
      resolve: ({ environment }) => environment === 'test',
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
    canceledAt: t.expose(
      'canceledAt',
      timeOrNull('When cancellation was requested. A subscription may run until `currentPeriodEnd`.'),
    ),
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
    completedAt: t.expose('completedAt', timeOrNull('When it was paid; null: not paid.')),
    product: t.field({
      description: 'The product in the version that the order locked.',
      type: OnetimeProductObject,
      nullable: true,
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
    onetimeProduct: t.field({
      description: 'The same as `product`.',
      type: OnetimeProductObject,
      nullable: true,
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
    productVersion: t.field({
      description: 'The version that the order locked.',
      type: OnetimeProductVersionObject,
      nullable: true,
      resolve: async ({ productVersionId }, _, { loaders }) =>
        (await loaders.orderedVersion.load(productVersionId))?.version ?? null,
    }),
    priceSnapshot: t.field({
      description: 'The price that the order locked, with tax.',
      type: OnetimePriceSnapshotObject,
      resolve: (order, _, { loaders }) => snapshotOf(order, loaders),
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
    startedAt: t.expose('startedAt', timeOrNull('When the subscription or its trial began.')),
    trialEndsAt: t.expose('trialEndsAt', timeOrNull('When its trial ends or ended; null: no trial.')),
    isTrialing: t.boolean({
      description: 'Whether it is in its trial. Also true after an undone cancellation, which makes it `active`.',
      resolve: isTrialing,
    }),
    currentPeriodStart: t.expose(
      'currentPeriodStart',
      timeOrNull('When the current period began; null before the start.'),
    ),
    currentPeriodEnd: t.expose('currentPeriodEnd', timeOrNull('When the current period ends; null before the start.')),
    periodNumber: t.exposeInt('periodNumber', {
      description: 'The number of the current period, counted from 1; 0: the trial. Null before the start.',
      nullable: true,
    }),
    currentPeriodNumber: t.exposeInt('periodNumber', { description: 'The same as `periodNumber`.', nullable: true }),
    cancelAt: t.field({
      description: 'When a canceling subscription ends; null: it is not canceling.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ status, currentPeriodEnd }) => (status === 'canceling' ? currentPeriodEnd : null),
    }),
    nextChargeAt: t.expose(
      'nextChargeAt',
      timeOrNull('When it is charged or retried next. Null: no further charge, or a charge is processing.'),
    ),
    pastDueSince: t.expose('pastDueSince', timeOrNull('When the charge failed that is being retried.')),
    endedAt: t.expose('endedAt', timeOrNull('When the subscription ended; null: not ended.')),
    product: t.field({
      description: 'The product in the version that the subscription locked.',
      type: SubscriptionProductObject,
      nullable: true,
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
    subscriptionProduct: t.field({
      description: 'The same as `product`.',
      type: SubscriptionProductObject,
      nullable: true,
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
    productVersion: t.field({
      description: 'The version that the subscription locked.',
      type: SubscriptionProductVersionObject,
      nullable: true,
      resolve: async ({ productVersionId }, _, { loaders }) =>
        (await loaders.orderedVersion.load(productVersionId))?.version ?? null,
    }),
    priceSnapshot: t.field({
      description: 'The price that the subscription locked, per period and for its trial.',
      type: SubscriptionPriceSnapshotObject,
      resolve: (order, _, { loaders }) => subscriptionSnapshotOf(order, loaders),
    }),
  }),
});
