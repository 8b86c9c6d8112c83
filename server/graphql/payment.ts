/** Payments: every attempt to pay an order. */

import { paymentRefundStatusOf } from '#server/billing/orders/rules/order-refund.ts';
import { countPayments, listPayments } from '#server/billing/payments/data/payment-lists.ts';
import { declineSentences, shownCode } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { maxLimit, readLimit, sortInput } from './listing.ts';
import { OrderInterface, PaymentObject, RefundObject } from './objects.ts';

/** A payment is given back once, or in a few parts. */
const usualRefunds = 5;

PaymentObject.implement({
  description: 'One attempt to pay an order. Amounts are display strings: "29.00", "4500".',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('PAY', id) }),
    orderId: t.id({ resolve: ({ orderId }) => toShortId('ORD', orderId) }),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status', { description: 'processing, requires_action, succeeded or failed' }),
    currency: t.exposeString('currency'),
    amount: t.string({ resolve: ({ amountMinor, currency }) => formatAmount(amountMinor, currency) }),
    taxAmount: t.string({ resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency) }),
    method: t.exposeString('method'),
    cardBrand: t.exposeString('cardBrand', { nullable: true }),
    cardLast4: t.exposeString('cardLast4', { nullable: true }),
    failureCode: t.string({
      nullable: true,
      description: 'Why it failed. Customers are told of lost, stolen and fraudulent cards that they were declined.',
      resolve: ({ failureCode }, _, { isMerchant }) =>
        isMerchant || !failureCode ? failureCode : shownCode(failureCode),
    }),
    failureReason: t.string({
      nullable: true,
      resolve: ({ failureCode, failureReason }, _, { isMerchant }) =>
        isMerchant || !failureCode ? failureReason : declineSentences[shownCode(failureCode)],
    }),
    refundStatus: t.string({
      description: '`none`, `pending`, `refunded` (fully or partially) or `failed`.',
      resolve: async ({ id }, _, { loaders }) => paymentRefundStatusOf(await loaders.refundStatuses.load(id)),
    }),
    provider: t.exposeString('provider', { description: 'stripe, or sandbox, where no money moves.' }),
    periodNumber: t.exposeInt('periodNumber', {
      description:
        'Which of its subscription’s periods it is for, counted from 1; 0: the trial. 1 for one-time orders.',
    }),
    succeededAt: t.expose('succeededAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    order: t.field({
      type: OrderInterface,
      nullable: true,
      description: 'The order that was to be paid: a one-time order or a subscription.',
      resolve: ({ orderId }, _, { loaders }) => loaders.order.load(orderId),
    }),
    refunds: t.field({
      type: [RefundObject],
      description: 'What was given back of it, or is about to be, newest first.',
      args: { limit: t.arg.int({ defaultValue: usualRefunds, description: `1 to ${maxLimit}.` }) },
      resolve: ({ id }, { limit }, { loaders }) => loaders.refundsOfPayment(readLimit(limit ?? usualRefunds)).load(id),
    }),
  }),
});

const PaymentFilter = filterInput('Payment', {
  id: IdFilter,
  orderId: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  currency: StringFilter,
  createdAt: DateTimeFilter,
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
