/**
 * Each index costs every write of its table, so each names a query that needs it: a function and its file below
 * `server/`. Unique indexes are constraints and need no query.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#db/project-root.ts';

const queries: Readonly<Record<string, string>> = {
  api_keys_expiring: 'listExpiringKeys accounts/data/expiring-keys.ts',
  audit_heads_unpublished: 'lockUnpublished webhooks/feed/data/event-feed.ts',
  checkout_sessions_store: 'hasCheckoutSession billing/orders/checkout-sessions.ts',
  credentials_merchant: 'merchantAuth api/sign-in/merchant-auth.ts',
  customers_email: 'findCustomers billing/orders/data/quick-find.ts',
  customers_first_order: 'readBuyers analytics/data/customers.ts',
  customers_last_order: 'searchCustomers customers/data/customers.ts',
  dashboard_sessions_merchant: 'listSessions accounts/data/account-safety.ts',
  emails_due: 'isDue events/data/email-claims.ts',
  emails_order: 'listHistoryEmails billing/orders/data/order-history.ts',
  emails_store: 'listStoreEmails emails/email-deliveries.ts',
  emails_store_failed: 'listStoreEmails emails/email-deliveries.ts',
  event_feed_store: 'listFeedEvents webhooks/feed/data/event-feed.ts',
  event_outbox_merchant: 'readWaiting events/data/outbox.ts',
  events_account: 'listAudit events/data/audit-trail.ts',
  events_object: 'readOrderHistory billing/orders/data/order-history.ts',
  events_trail: 'listAudit events/data/audit-trail.ts',
  idempotency_keys_age: 'deleteOldAnswers api/data/idempotency.ts',
  kyb_tickets_store: 'findLatestTicket stores/kyb-tickets.ts',
  ledger_entries_store: 'listBalances billing/ledger/data/ledger.ts',
  ledger_transactions_store: 'listMovements billing/ledger/data/ledger.ts',
  orders_bought: 'listOrderValues analytics/data/orders.ts',
  orders_buyer: 'boughtBy billing/orders/data/visible-orders.ts',
  orders_change_origin: 'isChangeBeingPaid billing/plan-changes/data/origins.ts',
  orders_customer: 'matchingSale billing/orders/data/sale-search.ts',
  orders_due: 'lapsedOrders billing/orders/orders.ts',
  orders_email: 'matchesOrderSearch billing/orders/data/order-search.ts',
  orders_ended: 'readSubscriptionSummary analytics/data/subscription-summary.ts',
  orders_external: 'matchesOrderSearch billing/orders/data/order-search.ts',
  orders_next_charge: 'lockDueRenewals billing/subscriptions/data/renewals.ts',
  orders_period_end: 'endedSubscriptions billing/subscriptions/subscriptions.ts',
  orders_product: 'matchingSale billing/orders/data/sale-search.ts',
  orders_remind: 'dueReminders billing/subscriptions/data/subscription-email-facts.ts',
  orders_resume: 'dueResumptions billing/subscriptions/subscriptions.ts',
  orders_store: 'searchOrders billing/orders/data/order-search.ts',
  orders_store_charge: 'searchOrders billing/orders/data/order-search.ts',
  orders_store_kept_trial: 'conditionsOf billing/orders/data/order-search.ts',
  orders_store_refunded: 'matchesFilter billing/orders/data/order-search.ts',
  orders_store_status: 'conditionsOf billing/orders/data/order-search.ts',
  orders_store_type: 'listOrders billing/orders/data/order-lists.ts',
  orders_store_updated: 'listOrders billing/orders/data/order-lists.ts',
  orders_subscriptions: 'readSubscriptionLevels analytics/data/subscription-levels.ts',
  passkeys_merchant: 'listPasskeys accounts/data/account-safety.ts',
  payments_store: 'searchPayments billing/payments/data/payment-search.ts',
  payments_store_status: 'readPaymentFigures analytics/data/payments.ts',
  payments_store_updated: 'listPayments billing/payments/data/payment-lists.ts',
  payments_succeeded: 'listRevenueByCountry analytics/data/revenue.ts',
  payments_unclosed: 'listUnclosedPayments billing/payments/data/payment-rounds.ts',
  payments_unsettled: 'listUndecidedPayments billing/payments/data/payment-rounds.ts',
  products_store: 'listProducts catalog/data/product-lists.ts',
  products_store_newest: 'listProductLines catalog/data/product-pages.ts',
  quotes_expired: 'unusedQuotes worker/data/retention.ts',
  quotes_session: 'findSessionQuote billing/quotes/data/quotes.ts',
  refund_tickets_order: 'listOrderTickets billing/refunds/refund-tickets.ts',
  refund_tickets_queue: 'listTicketQueue billing/refunds/refund-tickets.ts',
  refund_tickets_store: 'listRefundTickets billing/refunds/data/refund-lists.ts',
  refund_tickets_store_status: 'listRefundTickets billing/refunds/data/refund-lists.ts',
  refund_tickets_store_updated: 'listRefundTickets billing/refunds/data/refund-lists.ts',
  refunds_due: 'claimDueRefund billing/refunds/refunds.ts',
  refunds_order: 'saveRefundTotals billing/orders/data/order-refunds.ts',
  refunds_payment: 'listRefundsOfPayments billing/refunds/data/refund-lists.ts',
  refunds_store: 'listRefunds billing/refunds/data/refund-lists.ts',
  refunds_store_status: 'listRefunds billing/refunds/data/refund-lists.ts',
  refunds_store_updated: 'listRefunds billing/refunds/data/refund-lists.ts',
  refunds_succeeded: 'sourceRows analytics/data/rollup-sources.ts',
  request_log_merchant: 'listRequests api/data/request-log.ts',
  request_log_store: 'listRequests api/data/request-log.ts',
  rollup_marks_day: 'withRollups analytics/data/rollups.ts',
  store_invitations_store: 'listPendingInvitations stores/store-invitations.ts',
  store_members_store: 'readActorNames events/data/audit-trail.ts',
  stores_owner: 'setMerchantSuspension stores/suspensions.ts',
  stores_suspended: 'suspendedStores billing/subscriptions/data/renewals.ts',
  test_clock_advances_store: 'findLatestAdvance test-clock/data/test-clocks.ts',
  two_factors_merchant: 'findTotpSecret accounts/data/account-safety.ts',
  verifications_identifier: 'findAddressToken accounts/data/address-proof.ts',
  webhook_attempts_id: 'listAttemptTexts webhooks/data/webhook-delivery-lists.ts',
  webhook_attempts_webhook: 'readWebhookFigures webhooks/data/webhook-figures.ts',
  webhook_deliveries_due: 'dueDeliveries webhooks/data/webhook-delivery-claims.ts',
  webhook_deliveries_failed: 'listDeliveries webhooks/data/webhook-delivery-lists.ts',
  webhook_deliveries_object: 'listHistoryDeliveries billing/orders/data/order-history.ts',
  webhook_deliveries_order: 'dueDeliveries webhooks/data/webhook-delivery-claims.ts',
  webhook_deliveries_store: 'listDeliveries webhooks/data/webhook-delivery-lists.ts',
  webhook_deliveries_store_failed: 'listDeliveries webhooks/data/webhook-delivery-lists.ts',
  webhook_deliveries_webhook: 'listDeliveries webhooks/data/webhook-delivery-lists.ts',
  webhooks_store: 'listWebhooksWithStores webhooks/data/webhook-deliveries.ts',
};

test('every index without a constraint names a query', async () => {
  const sql = postgres(inject('emptyDatabaseUrl'), { max: 1 });
  const indexes = await sql<{ name: string }[]>`
    select c.relname as name from pg_index join pg_class c on c.oid = indexrelid
    where not indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`;
  await sql.end();
  expect(Object.keys(queries)).toEqual(indexes.map(({ name }) => name));
});

test.each(Object.entries(queries))('%s names an existing function: %s', (_, query) => {
  const [name, path = ''] = query.split(' ');
  expect(readFileSync(join(projectRoot, 'server', path), 'utf8')).toMatch(
    new RegExp(`(const|function\\*?) ${name}\\b`),
  );
});
