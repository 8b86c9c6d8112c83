/** Refunds: first an intent, like a payment. Amounts in minor units of the payment's currency. */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { refundTickets } from './refund-tickets.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    /** The buyer's request that led to it, if any. */
    ticketId: uuid('ticket_id'),
    provider: text('provider').notNull(),
    providerRefundId: text('provider_refund_id'),
    status: text('status').$type<RefundStatus>().notNull(),
    currency: text('currency').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    /** The tax included, in proportion to the payment's. */
    taxMinor: bigint('tax_minor', { mode: 'number' }).notNull(),
    /** For the merchant's records and the buyer's receipt. */
    reason: text('reason'),
    requestedBy: jsonb('requested_by').$type<Actor>().notNull(),
    failureReason: text('failure_reason'),
    /** When to call the provider next; null: the outcome is final. */
    nextAttemptAt: moment('next_attempt_at'),
    succeededAt: moment('succeeded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    refersTo(table, table.paymentId, payments),
    refersTo(table, table.ticketId, refundTickets),
    // Each refund at a provider is recorded once.
    uniqueIndex('refunds_provider').on(table.provider, table.providerRefundId, table.merchantId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_order').on(table.orderId),
    index('refunds_store').on(table.storeId, table.environment, table.createdAt, table.id),
    // The refunds in a time range.
    index('refunds_succeeded')
      .on(table.storeId, table.environment, table.succeededAt)
      .where(sql`succeeded_at is not null`),
    index('refunds_store_status').on(table.storeId, table.environment, table.status, table.createdAt, table.id),
    index('refunds_store_updated').on(table.storeId, table.environment, table.updatedAt, table.id),
    index('refunds_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
  ],
);
