/** Payments: attempts to pay an order. */

import { paymentRefundStatusOf } from '#server/billing/orders/rules/order-refund.ts';
import { countPayments, listPayments } from '#server/billing/payments/data/payment-lists.ts';
import { declineSentences, shownCode } from '#server/domain/declines.ts';
import { shownPaymentStatus } from '#server/domain/payment.ts';
import { amount, shortId, timeOrNull } from './field-options.ts';
import { BooleanFilter, DateTimeFilter, filterInput, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { maxLimit, readLimit, sortInput } from './listing.ts';
import { OnetimeOrderObject, OrderInterface, PaymentObject, RefundObject, SubscriptionOrderObject } from './objects.ts';
import { CardInfoObject, orderOfType, PaymentAmountsObject, paymentAmountsOf } from './payment-parts.ts';

/** Payments are refunded once or in a few parts. */
const defaultRefunds = 5;

PaymentObject.implement({
  description: 'An attempt to pay an order. Amounts are in display format: "29.00", "4500".',
  fields: (t) => ({
    id: t.id(shortId('PAY', 'id', '`PAY_xxx`.')),
    orderId: t.id(shortId('ORD', 'orderId', 'The order, `ORD_xxx`.')),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    status: t.string({
      description: 'pending, succeeded or failed.',
      resolve: ({ status }) => shownPaymentStatus(status),
    }),
    detailedStatus: t.exposeString('status', {
      description: 'processing or requires_action while it is pending; otherwise the same as `status`.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    amount: t.string(amount('amountMinor', 'The amount with tax, in display format: "29.00", "4500".')),
    taxAmount: t.string(amount('taxMinor', 'The tax included in `amount`, in display format: "29.00", "4500".')),
    method: t.exposeString('method', { description: '`card`, or the name of a wallet or bank debit.' }),
    snapshotAmountDetails: t.field({
      description: 'The parts of the amount.',
      type: PaymentAmountsObject,
      resolve: paymentAmountsOf,
    }),
    snapshotDisplayAmount: t.string(amount('amountMinor', 'The same as `amount`.')),
    snapshotDisplayCurrency: t.exposeString('currency', { description: 'The same as `currency`.' }),
    cardInfo: t.field({
      description: 'The card; null for other methods.',
      type: CardInfoObject,
      nullable: true,
      resolve: (payment) => (payment.cardBrand === null && payment.cardLast4 === null ? null : payment),
    }),
    cardBrand: t.exposeString('cardBrand', {
      description: 'The brand of the card, such as `visa`; null for other methods.',
      nullable: true,
    }),
    cardLast4: t.exposeString('cardLast4', {
      description: 'The last four digits of the card; null for other methods.',
      nullable: true,
    }),
    failureCode: t.string({
      description: 'The decline code. Customers see lost, stolen and fraudulent cards as declined.',
      nullable: true,
      resolve: ({ failureCode }, _, { isMerchant }) =>
        isMerchant || !failureCode ? failureCode : shownCode(failureCode),
    }),
    failureReason: t.string({
      description: 'Why it failed, as a sentence. Customers see lost, stolen and fraudulent cards as declined.',
      nullable: true,
      resolve: ({ failureCode, failureReason }, _, { isMerchant }) =>
        isMerchant || !failureCode ? failureReason : declineSentences[shownCode(failureCode)],
    }),
    refundStatus: t.string({
      description: '`none`, `pending`, `refunded` (fully or partially) or `failed`.',
      resolve: async ({ id }, _, { loaders }) => paymentRefundStatusOf(await loaders.refundStatuses.load(id)),
    }),
    provider: t.exposeString('provider', { description: 'stripe, or sandbox, which moves no money.' }),
    periodNumber: t.exposeInt('periodNumber', {
      description: 'The subscription period that it pays, counted from 1; 0: the trial. 1 for one-time orders.',
    }),
    succeededAt: t.expose('succeededAt', timeOrNull('When it succeeded; null: not succeeded.')),
    createdAt: t.expose('createdAt', { description: 'When the attempt began.', type: 'DateTime' }),
    testMode: t.boolean({
      description: 'Whether it was made in test.',
      resolve: ({ environment }) => environment === 'test',
    }),
    orderMerchantExternalId: t.string({
      description: 'Your own ID of the order, from the checkout session.',
      nullable: true,
      resolve: async ({ orderId }, _, { loaders }) => (await loaders.order.load(orderId))?.merchantExternalId ?? null,
    }),
    onetimeOrder: t.field({
      description: 'The order to be paid; null: it is a subscription.',
      type: OnetimeOrderObject,
      nullable: true,
      resolve: ({ orderId }, _, { loaders }) => orderOfType(loaders, orderId, 'onetime'),
    }),
    subscriptionOrder: t.field({
      description: 'The subscription to be paid; null: it is a one-time order.',
      type: SubscriptionOrderObject,
      nullable: true,
      resolve: ({ orderId }, _, { loaders }) => orderOfType(loaders, orderId, 'subscription'),
    }),
    order: t.field({
      description: 'The one-time order or subscription to be paid.',
      type: OrderInterface,
      nullable: true,
      resolve: ({ orderId }, _, { loaders }) => loaders.order.load(orderId),
    }),
    refunds: t.field({
      description: 'Refunds of it, including pending ones, newest first.',
      type: [RefundObject],
      args: {
        limit: t.arg.int({ defaultValue: defaultRefunds, description: `The maximum number, 1 to ${maxLimit}.` }),
      },
      resolve: ({ id }, { limit }, { loaders }) =>
        loaders.refundsOfPayment(readLimit(limit ?? defaultRefunds)).load(id),
    }),
  }),
});

const PaymentFilter = filterInput('Payment', {
  id: IdFilter,
  orderId: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  currency: StringFilter,
  amount: IntFilter,
  orderMerchantExternalId: StringFilter,
  testMode: BooleanFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
});

addListFields({
  list: 'payments',
  type: PaymentObject,
  filter: PaymentFilter,
  sort: sortInput('Payment', ['createdAt', 'updatedAt']),
  ids: { id: 'PAY', orderId: 'ORD', storeId: 'STO' },
  scope: ({ buyersScope }) => buyersScope(),
  rows: listPayments,
  count: countPayments,
  single: { name: 'payment', find: (id, { loaders }) => loaders.payment.load(id) },
});
