/** Saved payment methods of subscriptions, and attempts to change them. No card numbers: the provider has them. */
import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { livePaymentStatuses, type PaymentStatus } from '#server/domain/payment.ts';
import { createdAt, hasStatus, id, moment, updatedAt } from './columns.ts';
import { orders } from './orders.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

/** Methods charged off session. One per order is in use; the others were replaced. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's ids of the buyer and the method. */
    providerCustomerId: text('provider_customer_id'),
    providerMethodId: text('provider_method_id').notNull(),
    type: text('type').notNull(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    expiryMonth: integer('expiry_month'),
    expiryYear: integer('expiry_year'),
    /** Since when it is no longer charged off session. */
    refusedAt: moment('refused_at'),
    /** The decline that ended it. `authentication_required` is a question of the bank, not a refusal. */
    refusedCode: text('refused_code'),
    replacedAt: moment('replaced_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    uniqueIndex('payment_methods_in_use').on(table.orderId, table.merchantId).where(sql`replaced_at is null`),
    // A provider's answer recorded twice stores one method.
    uniqueIndex('payment_methods_provider').on(table.orderId, table.provider, table.providerMethodId, table.merchantId),
  ],
);

/** An attempt to change a subscription's payment method: first an intent, like a payment of zero. */
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
    uniqueIndex('method_changes_open').on(table.orderId, table.merchantId).where(hasStatus(livePaymentStatuses)),
  ],
);
