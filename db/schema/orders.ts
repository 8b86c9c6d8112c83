/** Checkout sessions and their orders. Amounts in minor units. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import type { RefundState } from '#server/billing/orders/rules/order-refund.ts';
import type { MethodChoice } from '#server/billing/orders/rules/session-methods.ts';
import type { ChangeTiming } from '#server/billing/plan-changes/rules/plan-change.ts';
import type { MovedPeriod } from '#server/billing/subscriptions/rules/renewal.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { BillingPeriod, Metadata, ProductType } from '#server/catalog/rules/product.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { amountMinor, createdAt, environment, id, moment, updatedAt } from './columns.ts';
import { customers } from './customers.ts';
import { products, productVersions } from './products.ts';
import { quotes } from './quotes.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

/** Locks product version, price and currency. Its id is part of the checkout page's URL, so it is random. */
export const checkoutSessions = pgTable(
  'checkout_sessions',
  {
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    storeId: uuid('store_id').notNull(),
    environment: environment(),
    productId: uuid('product_id').notNull(),
    productVersionId: uuid('product_version_id').notNull(),
    productType: text('product_type').$type<ProductType>().notNull(),
    currency: text('currency').notNull(),
    price: jsonb('price').$type<Price>().notNull(),
    withTrial: boolean('with_trial'),
    buyerEmail: text('buyer_email'),
    buyerIdentity: text('buyer_identity'),
    billingDetail: jsonb('billing_detail').$type<BillingDetail>(),
    successUrl: text('success_url'),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    orderMerchantExternalId: text('order_merchant_external_id'),
    darkMode: boolean('dark_mode'),
    language: text('language'),
    /** For a plan change: the subscription to change, and when. */
    originOrderId: uuid('origin_order_id'),
    changeTiming: text('change_timing').$type<ChangeTiming>(),
    /** The merchant's charge or credit for the plan change, tax included. At most one of both. */
    changeAmountMinor: bigint('change_amount_minor', { mode: 'number' }),
    changeCreditMinor: bigint('change_credit_minor', { mode: 'number' }),
    /** The payment methods that the merchant includes or excludes; null: all. */
    paymentMethods: jsonb('payment_methods').$type<MethodChoice>(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    // One reference instead of three: each is a lookup and a lock at every insertion.
    foreignKey({
      name: 'checkout_sessions_sold_version_fk',
      columns: [table.productVersionId, table.productId, table.storeId, table.merchantId],
      foreignColumns: [
        productVersions.id,
        productVersions.productId,
        productVersions.storeId,
        productVersions.merchantId,
      ],
    }),
    index('checkout_sessions_store').on(table.storeId, table.environment, table.createdAt),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    ...tenant(),
    productType: text('product_type').$type<ProductType>().notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    checkoutSessionId: uuid('checkout_session_id').notNull(),
    productId: uuid('product_id').notNull(),
    productVersionId: uuid('product_version_id').notNull(),
    currency: text('currency').notNull(),
    subtotalMinor: amountMinor('subtotal_minor'),
    taxMinor: amountMinor('tax_minor'),
    totalMinor: amountMinor('total_minor'),
    /** The applied rate in millionths (0.19 is 190,000), and the tax's name in the buyer's country. */
    taxRateMillionths: integer('tax_rate_millionths').notNull().default(0),
    taxName: text('tax_name'),
    buyerEmail: text('buyer_email'),
    buyerIdentity: text('buyer_identity'),
    /** The digest of the cookie of the browser that entered email and billing detail; null: given by the merchant. */
    buyerBrowser: text('buyer_browser'),
    /** The customer, set with the first payment or trial. Null: nothing was paid or started. */
    customerId: uuid('customer_id'),
    billingDetail: jsonb('billing_detail').$type<BillingDetail>(),
    successUrl: text('success_url'),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    merchantExternalId: text('merchant_external_id'),
    /** The buyer's checkout language (BCP 47), also used for later emails. */
    language: text('language'),
    /** When a pending order expires: at the end of its checkout session. */
    expiresAt: moment('expires_at').notNull(),
    completedAt: moment('completed_at'),
    /** When cancellation was requested. A subscription may end later. */
    canceledAt: moment('canceled_at'),
    /** From here for subscriptions only. `startedAt`: its start; `trialEndsAt`: the start of its first paid period. */
    billingPeriod: text('billing_period').$type<BillingPeriod>(),
    startedAt: moment('started_at'),
    trialEndsAt: moment('trial_ends_at'),
    currentPeriodStart: moment('current_period_start'),
    currentPeriodEnd: moment('current_period_end'),
    /** The number of the current period, counted from 1; 0: the trial. Null before the start. */
    periodNumber: integer('period_number'),
    /** When the worker charges the next period. Null: nothing to charge, or a charge is processing. */
    nextChargeAt: moment('next_charge_at'),
    /** When to remind the buyer of the next charge or the trial's end. Null: done, or not necessary. */
    remindAt: moment('remind_at'),
    /** When the charge failed that is being retried. Retry delays count from here. Null unless `past_due`. */
    pastDueSince: moment('past_due_since'),
    endedAt: moment('ended_at'),
    /** The starts of the periods after those with a pause, by number. Null: all are counted from the first period. */
    movedPeriods: jsonb('moved_periods').$type<readonly MovedPeriod[]>(),
    /** While paused, nothing is charged. `resumesAt` null: until someone resumes it. */
    pausedAt: moment('paused_at'),
    resumesAt: moment('resumes_at'),
    /** A plan change: the order that it changed, and on that order the one that replaces it, also while scheduled. */
    changeOriginOrderId: uuid('change_origin_order_id'),
    changeOrderId: uuid('change_order_id'),
    /** The quote that the buyer or the merchant confirmed for the plan change. */
    quoteId: uuid('quote_id'),
    /** Credit that pays later renewals, tax included. */
    creditMinor: amountMinor('credit_minor').default(0),
    /** The total of succeeded refunds, and its relation to the paid amount. Used by lists and filters. */
    refundedMinor: amountMinor('refunded_minor').default(0),
    refundState: text('refund_state').$type<RefundState>().notNull().default('none'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.checkoutSessionId, checkoutSessions),
    refersTo(table, table.productId, products),
    refersTo(table, table.productVersionId, productVersions),
    refersTo(table, table.customerId, customers),
    refersTo(table, table.quoteId, quotes),
    foreignKey({
      name: 'orders_change_origin_order_id_fk',
      columns: [table.changeOriginOrderId, table.merchantId],
      foreignColumns: [table.id, table.merchantId],
    }),
    // A session has at most one order, also with concurrent requests.
    uniqueIndex('orders_checkout_session').on(table.checkoutSessionId, table.merchantId),
    index('orders_store').on(table.storeId, table.environment, table.createdAt, table.id),
    // Lists by type, by a type's status, by customer and by product, each read from its newest row.
    index('orders_store_type').on(table.storeId, table.environment, table.productType, table.createdAt, table.id),
    index('orders_store_status').on(
      table.storeId,
      table.environment,
      table.productType,
      table.status,
      table.createdAt,
      table.id,
    ),
    // Refunded orders are few: their list skips a store's other orders.
    index('orders_store_refunded')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`refund_state <> 'none'`),
    // Trials whose cancellation was undone are `active`, and listed with the `trialing` ones.
    index('orders_store_kept_trial')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`status = 'active' and period_number = 0`),
    index('orders_store_updated').on(table.storeId, table.environment, table.updatedAt, table.id),
    index('orders_customer').on(table.customerId, table.createdAt, table.id).where(sql`customer_id is not null`),
    index('orders_email').on(table.storeId, table.environment, sql`lower(buyer_email) text_pattern_ops`),
    // Orders paid or started within a time range, read from the index alone. So it has the columns of its expression and the
    // merchant, which every statement names.
    index('orders_bought')
      .on(
        table.storeId,
        table.environment,
        sql`coalesce(completed_at, started_at)`,
        table.currency,
        table.totalMinor,
        table.completedAt,
        table.startedAt,
        table.merchantId,
      )
      .where(sql`coalesce(completed_at, started_at) is not null`),
    // Subscriptions at a time, by product, read from the index alone. They count from their first paid period.
    index('orders_subscriptions')
      .on(
        table.storeId,
        table.environment,
        sql`coalesce(trial_ends_at, started_at)`,
        table.startedAt,
        table.endedAt,
        table.trialEndsAt,
        table.periodNumber,
        table.currency,
        table.billingPeriod,
        table.subtotalMinor,
        table.productId,
        table.merchantId,
      )
      .where(sql`started_at is not null`),
    // Ended subscriptions, by their end or the start of their first paid period, whichever is later.
    index('orders_ended')
      .on(
        table.storeId,
        table.environment,
        sql`greatest(coalesce(trial_ends_at, started_at), ended_at)`,
        table.startedAt,
        table.endedAt,
        table.trialEndsAt,
        table.periodNumber,
        table.currency,
        table.billingPeriod,
        table.subtotalMinor,
        table.merchantId,
      )
      .where(sql`ended_at is not null`),
    index('orders_product').on(table.productId, table.environment, table.createdAt, table.id),
    index('orders_external')
      .on(table.storeId, table.environment, table.merchantExternalId)
      .where(sql`merchant_external_id is not null`),
    // A buyer's orders; those without an identity are in `orders_email`.
    index('orders_buyer')
      .on(table.storeId, table.environment, sql`lower(buyer_identity)`)
      .where(sql`buyer_identity is not null`),
    index('orders_due').on(table.expiresAt).where(sql`status = 'pending'`),
    index('orders_period_end').on(table.currentPeriodEnd).where(sql`status = 'canceling'`),
    index('orders_next_charge').on(table.nextChargeAt, table.id).where(sql`next_charge_at is not null`),
    // A store's subscriptions by next charge; those without one last, as infinity.
    index('orders_store_charge')
      .on(
        table.storeId,
        table.environment,
        sql`coalesce(next_charge_at, '9999-12-31T00:00:00Z'::timestamptz)`,
        table.id,
      )
      .where(sql`product_type = 'subscription'`),
    index('orders_change_origin').on(table.changeOriginOrderId).where(sql`change_origin_order_id is not null`),
    index('orders_resume').on(table.resumesAt).where(sql`resumes_at is not null`),
    index('orders_remind').on(table.remindAt, table.id).where(sql`remind_at is not null`),
    // The kinds of orders that server/billing/orders/rules/order.ts parses. A row that matches no kind would stop a job's batch.
    check(
      'orders_kind',
      sql`case
  when product_type = 'onetime' then
    status in ('pending', 'completed', 'canceled', 'expired')
    and num_nonnulls(billing_period, trial_ends_at, started_at, current_period_start, current_period_end, period_number, next_charge_at, remind_at, past_due_since, ended_at, paused_at, change_order_id, change_origin_order_id) = 0
  when product_type <> 'subscription' or billing_period is null or completed_at is not null then false
  when started_at is null then
    status in ('pending', 'canceled', 'expired')
    and num_nonnulls(current_period_start, current_period_end, period_number, next_charge_at, remind_at, past_due_since, paused_at, change_order_id) = 0
  else
    status in ('trialing', 'active', 'canceling', 'canceled', 'past_due')
    and num_nonnulls(current_period_start, current_period_end, period_number) = 3
    and (status = 'past_due') = (past_due_since is not null)
end`,
    ),
  ],
);
