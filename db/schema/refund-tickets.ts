/** Buyers' refund requests. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { Metadata } from '#server/catalog/rules/product.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
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
    /** The requested amount, at most the paid amount. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    merchantExternalId: text('merchant_external_id'),
    metadata: jsonb('metadata').$type<Metadata>().notNull().default({}),
    /** How often the buyer resubmitted it after a rejection. */
    resubmissions: integer('resubmissions').notNull().default(0),
    reviewNote: text('review_note'),
    reviewedAt: moment('reviewed_at'),
    /** The total time it has waited for decisions, excluding the time it was with the buyer. */
    reviewSeconds: integer('review_seconds').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    refersTo(table, table.paymentId, payments),
    // One open request per payment.
    uniqueIndex('refund_tickets_open').on(table.paymentId, table.merchantId).where(sql`status = 'pending'`),
    index('refund_tickets_store').on(table.storeId, table.environment, table.createdAt, table.id),
    index('refund_tickets_store_status').on(table.storeId, table.environment, table.status, table.createdAt, table.id),
    index('refund_tickets_store_updated').on(table.storeId, table.environment, table.updatedAt, table.id),
    // The merchant's queue: pending requests, oldest first, then the others, newest first.
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
