/** What one-time orders and subscriptions have in common. */
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from './builder.ts';
import { maxLimit, readLimit } from './listing.ts';
import { OnetimeOrderObject, OrderInterface, PaymentObject, StoreObject, SubscriptionOrderObject } from './objects.ts';

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
