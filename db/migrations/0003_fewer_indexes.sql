DROP INDEX "card_attempts_expiry";--> statement-breakpoint
DROP INDEX "emails_created";--> statement-breakpoint
DROP INDEX "emails_recipient";--> statement-breakpoint
DROP INDEX "event_outbox_new";--> statement-breakpoint
DROP INDEX "events_store";--> statement-breakpoint
DROP INDEX "ledger_transactions_payment";--> statement-breakpoint
DROP INDEX "portal_links_expiry";--> statement-breakpoint
DROP INDEX "portal_sessions_expiry";--> statement-breakpoint
DROP INDEX "kyb_tickets_queue";--> statement-breakpoint
DROP INDEX "sender_domains_unproven";--> statement-breakpoint
DROP INDEX "sender_domains_queue";--> statement-breakpoint
DROP INDEX "sender_emails_queue";--> statement-breakpoint
DROP INDEX "webhook_deliveries_age";--> statement-breakpoint
DROP INDEX "webhook_keys_environment";--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
DROP INDEX "orders_buyer";--> statement-breakpoint
DROP INDEX "payments_provider";--> statement-breakpoint
DROP INDEX "request_log_store";--> statement-breakpoint
CREATE INDEX "emails_limited" ON "emails" USING btree ("recipient","created_at") WHERE kind in ('invitation', 'sender_code');--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at","id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("store_id","environment",lower(buyer_identity)) WHERE buyer_identity is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider" ON "payments" USING btree ("provider","provider_payment_id","merchant_id") WHERE provider_payment_id is not null;--> statement-breakpoint
CREATE INDEX "request_log_store" ON "request_log" USING btree ("store_id","created_at","id") WHERE store_id is not null;