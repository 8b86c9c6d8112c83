/** What buyers asked to have back. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { orders, payments } from './orders.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

export const refundTickets = pgTable(
  'refund_tickets',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    buyerIdentity: text('buyer_identity').notNull(),
    status: text('status').$type<RefundTicketStatus>().notNull(),
    currency: text('currency').notNull(),
    /** What the buyer asks for, at most what was paid. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    merchantExternalId: text('merchant_external_id'),
    /** How often the buyer has asked again after a rejection. */
    resubmissions: integer('resubmissions').notNull().default(0),
    reviewNote: text('review_note'),
    reviewedAt: moment('reviewed_at'),
    /** How long it has waited for decisions so far, all rounds together; not while its buyer had it back. */
    reviewSeconds: integer('review_seconds').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    refersTo(table, table.paymentId, payments),
    // One request at a time for one payment.
    uniqueIndex('refund_tickets_open').on(table.paymentId, table.merchantId).where(sql`status = 'pending'`),
    index('refund_tickets_store').on(table.storeId, table.environment, table.createdAt, table.id),
    index('refund_tickets_store_status').on(table.storeId, table.environment, table.status, table.createdAt, table.id),
    index('refund_tickets_store_updated').on(table.storeId, table.environment, table.updatedAt, table.id),
    // The merchant's queue: those that wait, the longest waiting first, then the others from new to old.
    index('refund_tickets_queue').on(
      table.storeId,
      table.environment,
      sql`(status = 'pending') desc`,
      sql`(case when status = 'pending' then updated_at end)`,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('refund_tickets_order').on(table.orderId),
  ],
);
