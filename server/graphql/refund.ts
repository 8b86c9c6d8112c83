/** Refunds, and customers' requests for them. */
import { toShortId } from '../domain/ids.ts';
import { formatAmount } from '../domain/money.ts';
import { countRefunds, countRefundTickets, listRefunds, listRefundTickets } from '../queries/refund-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, readFilter, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
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

const RefundFilter = builder.inputType('RefundFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    orderId: t.field({ type: IdFilter }),
    paymentId: t.field({ type: IdFilter }),
    ticketId: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    status: t.field({ type: StringFilter }),
    currency: t.field({ type: StringFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const RefundTicketFilter = builder.inputType('RefundTicketFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    orderId: t.field({ type: IdFilter }),
    paymentId: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    status: t.field({ type: StringFilter }),
    currency: t.field({ type: StringFilter }),
    refundTicketMerchantExternalId: t.field({ type: StringFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const RefundSort = sortInput('Refund', ['createdAt', 'updatedAt']);
const RefundTicketSort = sortInput('RefundTicket', ['createdAt', 'updatedAt']);

const ids = { orderId: 'ORD', paymentId: 'PAY', storeId: 'STO' } as const;
const readRefundFilter = (filter: typeof RefundFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'REF', ticketId: 'TKT', ...ids });
const readTicketFilter = (filter: typeof RefundTicketFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'TKT', ...ids });

builder.queryFields((t) => ({
  refunds: t.field({
    type: [RefundObject],
    args: listArguments(RefundFilter, RefundSort),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readRefundFilter(args.filter), readPage('REF', args)];
      return await listRefunds(db, narrowed(await buyersScope(), storeId), { filter, page });
    },
  }),
  refundsCount: t.int({
    args: choiceArguments(RefundFilter),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readRefundFilter(args.filter)];
      return await countRefunds(db, narrowed(await buyersScope(), storeId), filter);
    },
  }),
  refundTickets: t.field({
    type: [RefundTicketObject],
    args: listArguments(RefundTicketFilter, RefundTicketSort),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readTicketFilter(args.filter), readPage('TKT', args)];
      return await listRefundTickets(db, narrowed(await buyersScope(), storeId), { filter, page });
    },
  }),
  refundTicketsCount: t.int({
    args: choiceArguments(RefundTicketFilter),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readTicketFilter(args.filter)];
      return await countRefundTickets(db, narrowed(await buyersScope(), storeId), filter);
    },
  }),
}));
