/** Refunds and refund requests. */

import {
  countRefunds,
  countRefundTickets,
  listRefunds,
  listRefundTickets,
} from '#server/billing/refunds/data/refund-lists.ts';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { toShortId } from '#server/domain/ids.ts';
import { AmountDetailsObject } from './amount-details.ts';
import { builder } from './builder.ts';
import { amount, shortId, timeOrNull } from './field-options.ts';
import { BooleanFilter, DateTimeFilter, filterInput, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { PaymentObject, RefundObject, RefundTicketObject } from './objects.ts';

RefundObject.implement({
  description: 'A full or partial refund of a payment. Amounts are in display format: "29.00", "4500".',
  fields: (t) => ({
    id: t.id(shortId('REF', 'id', '`REF_xxx`.')),
    orderId: t.id(shortId('ORD', 'orderId', 'The order, `ORD_xxx`.')),
    paymentId: t.id(shortId('PAY', 'paymentId', 'The refunded payment, `PAY_xxx`.')),
    ticketId: t.id({
      description: 'The customer’s request that led to it, `TKT_xxx`; null: none.',
      nullable: true,
      resolve: ({ ticketId }) => ticketId && toShortId('TKT', ticketId),
    }),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    status: t.exposeString('status', { description: 'pending, succeeded or failed.' }),
    amount: t.string(amount('amountMinor', 'The refunded amount with tax, in display format: "29.00", "4500".')),
    taxAmount: t.string(amount('taxMinor', 'The tax included in `amount`, in display format: "29.00", "4500".')),
    requestedAmountDetails: t.field({
      description: 'The requested amount of the refund.',
      type: AmountDetailsObject,
      resolve: (refund) => refund,
    }),
    pspAmountDetails: t.field({
      description: 'The amount that the payment provider has refunded; null: it has not succeeded.',
      type: AmountDetailsObject,
      nullable: true,
      resolve: (refund) => (refund.status === 'succeeded' ? refund : null),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    reason: t.exposeString('reason', {
      description: 'The merchant’s reason, also shown to the buyer; null if there is none.',
      nullable: true,
      extensions: { kib: 0.5 },
    }),
    orderMerchantExternalId: t.string({
      description: 'Your own ID of the order, from the checkout session.',
      nullable: true,
      resolve: async ({ id }, _, { loaders }) => (await loaders.externalIds.load(id))?.order ?? null,
    }),
    refundTicketMerchantExternalId: t.string({
      description: 'Your own ID of the request that led to it.',
      nullable: true,
      resolve: async ({ id }, _, { loaders }) => (await loaders.externalIds.load(id))?.ticket ?? null,
    }),
    failureReason: t.string({
      description: 'The payment provider’s reason. Null for callers other than the merchant.',
      nullable: true,
      resolve: ({ failureReason }, _, { isMerchant }) => (isMerchant ? failureReason : null),
    }),
    provider: t.exposeString('provider', { description: 'stripe, or sandbox, which moves no money.' }),
    succeededAt: t.expose('succeededAt', timeOrNull('When it succeeded; null: not succeeded.')),
    createdAt: t.expose('createdAt', { description: 'When it was requested.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
    payment: t.field({
      description: 'The refunded payment.',
      type: PaymentObject,
      nullable: true,
      resolve: ({ paymentId }, _, { loaders }) => loaders.payment.load(paymentId),
    }),
  }),
});

const TicketVersionObject = builder.objectRef<RefundTicket>('RefundTicketVersionData').implement({
  description: 'One submission of a refund request.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'The customer’s reason.', extensions: { kib: 1 } }),
    requestedAmount: t.field({
      description: 'The requested amount.',
      type: AmountDetailsObject,
      resolve: (ticket) => ticket,
    }),
  }),
});

RefundTicketObject.implement({
  description: 'A customer’s request for a refund, which the merchant decides.',
  fields: (t) => ({
    id: t.id(shortId('TKT', 'id', '`TKT_xxx`.')),
    orderId: t.id(shortId('ORD', 'orderId', 'The order, `ORD_xxx`.')),
    paymentId: t.id(shortId('PAY', 'paymentId', 'The payment, `PAY_xxx`.')),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    subjectId: t.id(shortId('PAY', 'paymentId', 'The same as `paymentId`.')),
    status: t.string({
      description:
        'pending, rejected, or the state of an approved request’s refund: processing, succeeded or failed; approved: no refund yet.',
      resolve: async ({ id, status }, _, { loaders }) =>
        status === 'approved' ? ((await loaders.ticketStatus.load(id))?.status ?? status) : status,
    }),
    decision: t.exposeString('status', { description: 'The merchant’s decision: pending, approved or rejected.' }),
    requestedAmountDetails: t.field({
      description: 'The requested amount.',
      type: AmountDetailsObject,
      resolve: (ticket) => ticket,
    }),
    versionNumber: t.int({
      description: 'The number of the latest submission, counted from 1.',
      resolve: ({ resubmissions }) => resubmissions + 1,
    }),
    versionData: t.field({
      description: 'The latest submission.',
      type: TicketVersionObject,
      resolve: (ticket) => ticket,
    }),
    amount: t.string(amount('amountMinor', 'The requested amount, in display format: "29.00", "4500".')),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    reason: t.exposeString('reason', { description: 'The customer’s reason.', extensions: { kib: 1 } }),
    buyerIdentity: t.exposeString('buyerIdentity', { description: 'Your own ID of the customer, or their email.' }),
    refundTicketMerchantExternalId: t.exposeString('merchantExternalId', {
      description: 'Your own ID of the request; null if there is none.',
      nullable: true,
    }),
    resubmissions: t.exposeInt('resubmissions', {
      description: 'How often it was resubmitted after a rejection, 0 to 3.',
    }),
    reviewNote: t.exposeString('reviewNote', {
      description: 'The merchant’s note on the decision; null if there is none.',
      nullable: true,
      extensions: { kib: 1 },
    }),
    reviewedAt: t.expose('reviewedAt', timeOrNull('When it was decided; null: pending.')),
    createdAt: t.expose('createdAt', { description: 'When it was first requested.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
    payment: t.field({
      description: 'The payment.',
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
  amount: IntFilter,
  orderMerchantExternalId: StringFilter,
  refundTicketMerchantExternalId: StringFilter,
  testMode: BooleanFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
});

const RefundTicketFilter = filterInput('RefundTicket', {
  id: IdFilter,
  orderId: IdFilter,
  paymentId: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  decision: StringFilter,
  currency: StringFilter,
  amount: IntFilter,
  refundTicketMerchantExternalId: StringFilter,
  testMode: BooleanFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
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
