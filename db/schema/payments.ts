/** The payment attempts of orders. Amounts in minor units. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { holdingPaymentStatuses, livePaymentStatuses, type PaymentStatus } from '#server/domain/payment.ts';
import { amountMinor, createdAt, hasStatus, id, moment, updatedAt } from './columns.ts';
import { orders } from './orders.ts';
import { quotes } from './quotes.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

export const payments = pgTable(
  'payments',
  {
    id: id(),
    ...tenant(),
    orderId: uuid('order_id').notNull(),
    /** The product and the buyer's country (ISO 3166-1 alpha-2) as on the order, set by a trigger. */
    productId: uuid('product_id'),
    country: text('country'),
    /** The subscription period that it pays, counted from 1; 0: the trial. 1 for one-time orders. */
    periodNumber: integer('period_number').notNull().default(1),
    /** The saved method charged off session; null: the buyer was present. */
    paymentMethodId: uuid('payment_method_id'),
    provider: text('provider').notNull(),
    providerPaymentId: text('provider_payment_id'),
    status: text('status').$type<PaymentStatus>().notNull(),
    currency: text('currency').notNull(),
    amountMinor: amountMinor('amount_minor'),
    taxMinor: amountMinor('tax_minor'),
    /** The credit that the payment uses beside its amount, and the tax in it. */
    creditUsedMinor: amountMinor('credit_used_minor').default(0),
    creditUsedTaxMinor: amountMinor('credit_used_tax_minor').default(0),
    /** The part of the amount that a plan change credited later. It cannot be refunded. */
    creditedMinor: amountMinor('credited_minor').default(0),
    /** The quote that the payment follows, if any. */
    quoteId: uuid('quote_id'),
    /** The applied rate in millionths, and its name, as on the order. Later periods may differ. */
    taxRateMillionths: integer('tax_rate_millionths').notNull().default(0),
    taxName: text('tax_name'),
    /** `card`, or the provider's name of a wallet or bank debit. */
    method: text('method').notNull(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    /** Where the buyer's bank asks while the payment is `requires_action`: our path, or the provider's URL. */
    actionUrl: text('action_url'),
    /** When the payment was abandoned, until the worker has closed or refunded its charge. */
    unclosedSince: moment('unclosed_since'),
    attempt: integer('attempt').notNull(),
    succeededAt: moment('succeeded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.orderId, orders),
    refersTo(table, table.quoteId, quotes),
    // Guarantees "never paid twice": one period cannot have two live or successful attempts.
    uniqueIndex('payments_holding')
      .on(table.orderId, table.periodNumber, table.merchantId)
      .where(hasStatus(holdingPaymentStatuses)),
    // At most one live attempt per order.
    uniqueIndex('payments_live').on(table.orderId, table.merchantId).where(hasStatus(livePaymentStatuses)),
    uniqueIndex('payments_attempt').on(table.orderId, table.attempt, table.merchantId),
    // Each charge at a provider is recorded once.
    uniqueIndex('payments_provider')
      .on(table.provider, table.providerPaymentId, table.merchantId)
      .where(sql`provider_payment_id is not null`),
    index('payments_store').on(table.storeId, table.environment, table.createdAt, table.id),
    // Attempts are counted by status and currency from the index alone.
    index('payments_store_status').on(
      table.storeId,
      table.environment,
      table.status,
      table.createdAt,
      table.id,
      table.currency,
      table.merchantId,
    ),
    index('payments_store_updated').on(table.storeId, table.environment, table.updatedAt, table.id),
    // Revenue in a time range, also by product and country, from the index alone.
    index('payments_succeeded')
      .on(
        table.storeId,
        table.environment,
        table.succeededAt,
        table.currency,
        table.amountMinor,
        table.productId,
        table.country,
        table.merchantId,
      )
      .where(sql`succeeded_at is not null`),
    index('payments_unsettled').on(table.updatedAt).where(hasStatus(livePaymentStatuses)),
    index('payments_unclosed').on(table.unclosedSince).where(sql`unclosed_since is not null`),
  ],
);
