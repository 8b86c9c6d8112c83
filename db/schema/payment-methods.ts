/** How subscriptions are paid from now on, and the buyers' attempts to change that. No card numbers: the provider has them. */
import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { orders } from './orders.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

/** What the provider charges when the buyer is not there. One of an order is in use; the others were replaced. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's own names for the buyer and for the method. */
    providerCustomerId: text('provider_customer_id'),
    providerMethodId: text('provider_method_id').notNull(),
    type: text('type').notNull(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    expiryMonth: integer('expiry_month'),
    expiryYear: integer('expiry_year'),
    /** Since when it is not charged while the buyer is away. */
    refusedAt: moment('refused_at'),
    /** The decline that ended it: `authentication_required` is a question of the bank, not a refusal. */
    refusedCode: text('refused_code'),
    replacedAt: moment('replaced_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    uniqueIndex('payment_methods_in_use').on(table.orderId, table.merchantId).where(sql`replaced_at is null`),
    // A provider's answer that is recorded twice stores one method.
    uniqueIndex('payment_methods_provider').on(table.orderId, table.provider, table.providerMethodId, table.merchantId),
  ],
);

/** An attempt to give a subscription another payment method: an intent first, like a payment of nothing. */
export const methodChanges = pgTable(
  'method_changes',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    provider: text('provider').notNull(),
    providerPaymentId: text('provider_payment_id'),
    status: text('status').$type<PaymentStatus>().notNull(),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    actionUrl: text('action_url'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    uniqueIndex('method_changes_open')
      .on(table.orderId, table.merchantId)
      .where(sql`status in ('processing', 'requires_action')`),
  ],
);
