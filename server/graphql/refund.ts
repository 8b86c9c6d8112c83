/** Refunds, and customers' requests for them. */

import {
  countRefunds,
  countRefundTickets,
  listRefunds,
  listRefundTickets,
} from '#server/billing/refunds/data/refund-lists.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { PaymentObject, RefundObject, RefundTicketObject } from './objects.ts';

RefundObject.implement({
  description: 'Money given back: a payment, or a part of it. Amounts are display strings: "29.00", "4500".',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('REF', id) }),
    orderId: t.id({ resolve: ({ orderId }) => toShortId('ORD', orderId) }),
    paymentId: t.id({ resolve: ({ paymentId }) => toShortId('PAY', paymentId) }),
    ticketId: t.id({
      nullable: true,
      description: 'The customer’s request that it answers.',
      resolve: ({ ticketId }) => ticketId && toShortId('TKT', ticketId),
    }),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status', { description: 'pending, succeeded or failed' }),
    amount: t.string({ resolve: ({ amountMinor, currency }) => formatAmount(amountMinor, currency) }),
    taxAmount: t.string({ resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency) }),
    currency: t.exposeString('currency'),
    reason: t.exposeString('reason', { nullable: true, extensions: { kib: 0.5 } }),
    orderMerchantExternalId: t.string({
      nullable: true,
      description: 'Your own id of the order, as the checkout session was given it.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.externalIds.load(id))?.order ?? null,
    }),
    refundTicketMerchantExternalId: t.string({
      nullable: true,
      description: 'Your own id of the request that it answers.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.externalIds.load(id))?.ticket ?? null,
    }),
    failureReason: t.string({
      nullable: true,
      description: 'In the payment provider’s words; customers are not told.',
      resolve: ({ failureReason }, _, { isMerchant }) => (isMerchant ? failureReason : null),
    }),
    provider: t.exposeString('provider'),
    succeededAt: t.expose('succeededAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    payment: t.field({
      type: PaymentObject,
      nullable: true,
      resolve: ({ paymentId }, _, { loaders }) => loaders.payment.load(paymentId),
    }),
  }),
});

RefundTicketObject.implement({
  description: 'A customer’s request to have a payment back. The merchant decides.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('TKT', id) }),
    orderId: t.id({ resolve: ({ orderId }) => toShortId('ORD', orderId) }),
    paymentId: t.id({ resolve: ({ paymentId }) => toShortId('PAY', paymentId) }),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    status: t.exposeString('status', { description: 'pending, approved or rejected' }),
    amount: t.string({ resolve: ({ amountMinor, currency }) => formatAmount(amountMinor, currency) }),
    currency: t.exposeString('currency'),
    reason: t.exposeString('reason', { extensions: { kib: 1 } }),
    buyerIdentity: t.exposeString('buyerIdentity'),
    refundTicketMerchantExternalId: t.exposeString('merchantExternalId', { nullable: true }),
    resubmissions: t.exposeInt('resubmissions'),
    reviewNote: t.exposeString('reviewNote', { nullable: true, extensions: { kib: 1 } }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    payment: t.field({
      type: PaymentObject,
      nullable: true,
      resolve: ({ paymentId }, _, { loaders }) => loaders.payment.load(paymentId),
    }),
  }),
});

const RefundFilter = filterInput('Refund', {
  id: IdFilter,
  orderId: IdFilter,
  paymentId: IdFilter,
  ticketId: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  currency: StringFilter,
  createdAt: DateTimeFilter,
});

const RefundTicketFilter = filterInput('RefundTicket', {
  id: IdFilter,
  orderId: IdFilter,
  paymentId: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  currency: StringFilter,
  refundTicketMerchantExternalId: StringFilter,
  createdAt: DateTimeFilter,
});

const ids = { orderId: 'ORD', paymentId: 'PAY', storeId: 'STO' } as const;

addListFields({
  list: 'refunds',
  type: RefundObject,
  filter: RefundFilter,
  sort: sortInput('Refund', ['createdAt', 'updatedAt']),
  ids: { id: 'REF', ticketId: 'TKT', ...ids },
  scope: ({ buyersScope }) => buyersScope(),
  rows: listRefunds,
  count: countRefunds,
});

addListFields({
  list: 'refundTickets',
  type: RefundTicketObject,
  filter: RefundTicketFilter,
  sort: sortInput('RefundTicket', ['createdAt', 'updatedAt']),
  ids: { id: 'TKT', ...ids },
  scope: ({ buyersScope }) => buyersScope(),
  rows: listRefundTickets,
  count: countRefundTickets,
});
