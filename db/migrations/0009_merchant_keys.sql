-- The indexes of the new keys first, while the tables can still be read.
CREATE UNIQUE INDEX "audit_entries_id_merchant_id_pk" ON "audit_entries" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_id_merchant_id_pk" ON "customers" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "emails_id_merchant_id_pk" ON "emails" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_product_groups_id_merchant_id_pk" ON "subscription_product_groups" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_id_merchant_id_pk" ON "api_keys" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_id_merchant_id_pk" ON "checkout_sessions" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_id_merchant_id_pk" ON "orders" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_id_merchant_id_pk" ON "payments" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "method_changes_id_merchant_id_pk" ON "method_changes" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_id_merchant_id_pk" ON "payment_methods" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_links_id_merchant_id_pk" ON "portal_links" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_id_merchant_id_pk" ON "portal_sessions" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_versions_id_merchant_id_pk" ON "product_versions" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_id_merchant_id_pk" ON "products" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_tickets_id_merchant_id_pk" ON "refund_tickets" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_id_merchant_id_pk" ON "refunds" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kyb_tickets_id_merchant_id_pk" ON "kyb_tickets" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sender_domains_id_merchant_id_pk" ON "sender_domains" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sender_emails_id_merchant_id_pk" ON "sender_emails" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_id_merchant_id_pk" ON "saved_views" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_id_merchant_id_pk" ON "store_invitations" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_clock_advances_id_merchant_id_pk" ON "test_clock_advances" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_id_merchant_id_pk" ON "webhooks" USING btree ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_key_new" ON "customers" USING btree ("store_id","environment","key","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_session_new" ON "orders" USING btree ("checkout_session_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_holding_new" ON "payments" USING btree ("order_id","period_number","merchant_id") WHERE status in ('processing', 'requires_action', 'succeeded');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_live_new" ON "payments" USING btree ("order_id","merchant_id") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt_new" ON "payments" USING btree ("order_id","attempt","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_new" ON "payments" USING btree ("provider","provider_payment_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "method_changes_open_new" ON "method_changes" USING btree ("order_id","merchant_id") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_in_use_new" ON "payment_methods" USING btree ("order_id","merchant_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_provider_new" ON "payment_methods" USING btree ("order_id","provider","provider_method_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_links_token_new" ON "portal_links" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_token_new" ON "portal_sessions" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_tickets_open_new" ON "refund_tickets" USING btree ("payment_id","merchant_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_new" ON "refunds" USING btree ("provider","provider_refund_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kyb_tickets_open_new" ON "kyb_tickets" USING btree ("store_id","merchant_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "sender_domains_domain_new" ON "sender_domains" USING btree ("store_id","domain","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sender_emails_address_new" ON "sender_emails" USING btree ("store_id","email","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_token_new" ON "store_invitations" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_open_new" ON "store_invitations" USING btree ("store_id",lower(email),"merchant_id") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "test_clock_advances_open_new" ON "test_clock_advances" USING btree ("store_id","merchant_id") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_product_groups_published_from_new" ON "subscription_product_groups" USING btree ("published_from","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_product_groups_name_new" ON "subscription_product_groups" USING btree ("store_id","environment","name","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_versions_number_new" ON "product_versions" USING btree ("product_id","environment","version_number","merchant_id");--> statement-breakpoint
-- A store that was handed over has rows of two merchants: from now on all of them are kept under one.
UPDATE "products" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "products"."store_id" AND "products"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "product_versions" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "product_versions"."store_id" AND "product_versions"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "checkout_sessions" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "checkout_sessions"."store_id" AND "checkout_sessions"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "customers" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "customers"."store_id" AND "customers"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "orders" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "orders"."store_id" AND "orders"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "payments" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "payments"."store_id" AND "payments"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "payment_methods" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "payment_methods"."store_id" AND "payment_methods"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "method_changes" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "method_changes"."store_id" AND "method_changes"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "refund_tickets" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "refund_tickets"."store_id" AND "refund_tickets"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "refunds" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "refunds"."store_id" AND "refunds"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "subscription_product_groups" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "subscription_product_groups"."store_id" AND "subscription_product_groups"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "portal_links" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "portal_links"."store_id" AND "portal_links"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "portal_sessions" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "portal_sessions"."store_id" AND "portal_sessions"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "kyb_tickets" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "kyb_tickets"."store_id" AND "kyb_tickets"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "sender_emails" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "sender_emails"."store_id" AND "sender_emails"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "sender_domains" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "sender_domains"."store_id" AND "sender_domains"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "store_invitations" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "store_invitations"."store_id" AND "store_invitations"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "test_clock_advances" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "test_clock_advances"."store_id" AND "test_clock_advances"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "webhooks" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "webhooks"."store_id" AND "webhooks"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "webhook_deliveries" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "webhook_deliveries"."store_id" AND "webhook_deliveries"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "webhook_attempts" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "webhook_attempts"."store_id" AND "webhook_attempts"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "emails" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "emails"."store_id" AND "emails"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "emails" SET "merchant_id" = "turn_of" WHERE "merchant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "ledger_transactions" DISABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
UPDATE "ledger_transactions" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "ledger_transactions"."store_id" AND "ledger_transactions"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
UPDATE "ledger_entries" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "ledger_entries"."store_id" AND "ledger_entries"."merchant_id" IS DISTINCT FROM "stores"."merchant_id";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ENABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
-- Whose a store is stands beside that.
ALTER TABLE "stores" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "stores" SET "owner_id" = "merchant_id";--> statement-breakpoint
ALTER TABLE "stores" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
DROP INDEX "stores_merchant";--> statement-breakpoint
CREATE INDEX "stores_owner" ON "stores" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "group_products" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
UPDATE "group_products" SET "merchant_id" = "subscription_product_groups"."merchant_id" FROM "subscription_product_groups" WHERE "subscription_product_groups"."id" = "group_products"."group_id";--> statement-breakpoint
ALTER TABLE "group_products" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ALTER COLUMN "merchant_id" SET DEFAULT '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
ALTER TABLE "emails" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
-- Old keys against new ones. What refers to the old ones goes first.
ALTER TABLE "group_products" DROP CONSTRAINT "group_products_group_id_subscription_product_groups_id_fk";--> statement-breakpoint
ALTER TABLE "group_products" DROP CONSTRAINT "group_products_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_refund_id_refunds_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_product_version_id_product_versions_id_fk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_checkout_session_id_checkout_sessions_id_fk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_product_version_id_product_versions_id_fk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_customer_id_customers_id_fk";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "method_changes" DROP CONSTRAINT "method_changes_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "payment_methods" DROP CONSTRAINT "payment_methods_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "product_versions" DROP CONSTRAINT "product_versions_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "refund_tickets" DROP CONSTRAINT "refund_tickets_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "refund_tickets" DROP CONSTRAINT "refund_tickets_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_ticket_id_refund_tickets_id_fk";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_pkey", ADD CONSTRAINT "audit_entries_id_merchant_id_pk" PRIMARY KEY USING INDEX "audit_entries_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_pkey", ADD CONSTRAINT "customers_id_merchant_id_pk" PRIMARY KEY USING INDEX "customers_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_pkey", ADD CONSTRAINT "emails_id_merchant_id_pk" PRIMARY KEY USING INDEX "emails_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "subscription_product_groups" DROP CONSTRAINT "subscription_product_groups_pkey", ADD CONSTRAINT "subscription_product_groups_id_merchant_id_pk" PRIMARY KEY USING INDEX "subscription_product_groups_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_pkey", ADD CONSTRAINT "api_keys_id_merchant_id_pk" PRIMARY KEY USING INDEX "api_keys_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_pkey", ADD CONSTRAINT "checkout_sessions_id_merchant_id_pk" PRIMARY KEY USING INDEX "checkout_sessions_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pkey", ADD CONSTRAINT "orders_id_merchant_id_pk" PRIMARY KEY USING INDEX "orders_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_pkey", ADD CONSTRAINT "payments_id_merchant_id_pk" PRIMARY KEY USING INDEX "payments_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "method_changes" DROP CONSTRAINT "method_changes_pkey", ADD CONSTRAINT "method_changes_id_merchant_id_pk" PRIMARY KEY USING INDEX "method_changes_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "payment_methods" DROP CONSTRAINT "payment_methods_pkey", ADD CONSTRAINT "payment_methods_id_merchant_id_pk" PRIMARY KEY USING INDEX "payment_methods_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "portal_links" DROP CONSTRAINT "portal_links_pkey", ADD CONSTRAINT "portal_links_id_merchant_id_pk" PRIMARY KEY USING INDEX "portal_links_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "portal_sessions" DROP CONSTRAINT "portal_sessions_pkey", ADD CONSTRAINT "portal_sessions_id_merchant_id_pk" PRIMARY KEY USING INDEX "portal_sessions_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "product_versions" DROP CONSTRAINT "product_versions_pkey", ADD CONSTRAINT "product_versions_id_merchant_id_pk" PRIMARY KEY USING INDEX "product_versions_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_pkey", ADD CONSTRAINT "products_id_merchant_id_pk" PRIMARY KEY USING INDEX "products_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "refund_tickets" DROP CONSTRAINT "refund_tickets_pkey", ADD CONSTRAINT "refund_tickets_id_merchant_id_pk" PRIMARY KEY USING INDEX "refund_tickets_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pkey", ADD CONSTRAINT "refunds_id_merchant_id_pk" PRIMARY KEY USING INDEX "refunds_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "kyb_tickets" DROP CONSTRAINT "kyb_tickets_pkey", ADD CONSTRAINT "kyb_tickets_id_merchant_id_pk" PRIMARY KEY USING INDEX "kyb_tickets_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "sender_domains" DROP CONSTRAINT "sender_domains_pkey", ADD CONSTRAINT "sender_domains_id_merchant_id_pk" PRIMARY KEY USING INDEX "sender_domains_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "sender_emails" DROP CONSTRAINT "sender_emails_pkey", ADD CONSTRAINT "sender_emails_id_merchant_id_pk" PRIMARY KEY USING INDEX "sender_emails_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_pkey", ADD CONSTRAINT "saved_views_id_merchant_id_pk" PRIMARY KEY USING INDEX "saved_views_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "store_invitations" DROP CONSTRAINT "store_invitations_pkey", ADD CONSTRAINT "store_invitations_id_merchant_id_pk" PRIMARY KEY USING INDEX "store_invitations_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "test_clock_advances" DROP CONSTRAINT "test_clock_advances_pkey", ADD CONSTRAINT "test_clock_advances_id_merchant_id_pk" PRIMARY KEY USING INDEX "test_clock_advances_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_pkey", ADD CONSTRAINT "webhooks_id_merchant_id_pk" PRIMARY KEY USING INDEX "webhooks_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "group_products" DROP CONSTRAINT "group_products_group_id_product_id_pk";--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_group_id_product_id_merchant_id_pk" PRIMARY KEY("group_id","product_id","merchant_id");--> statement-breakpoint
DROP INDEX "customers_key";--> statement-breakpoint
ALTER INDEX "customers_key_new" RENAME TO "customers_key";--> statement-breakpoint
DROP INDEX "orders_checkout_session";--> statement-breakpoint
ALTER INDEX "orders_checkout_session_new" RENAME TO "orders_checkout_session";--> statement-breakpoint
DROP INDEX "payments_holding";--> statement-breakpoint
ALTER INDEX "payments_holding_new" RENAME TO "payments_holding";--> statement-breakpoint
DROP INDEX "payments_live";--> statement-breakpoint
ALTER INDEX "payments_live_new" RENAME TO "payments_live";--> statement-breakpoint
DROP INDEX "payments_attempt";--> statement-breakpoint
ALTER INDEX "payments_attempt_new" RENAME TO "payments_attempt";--> statement-breakpoint
DROP INDEX "payments_provider";--> statement-breakpoint
ALTER INDEX "payments_provider_new" RENAME TO "payments_provider";--> statement-breakpoint
DROP INDEX "method_changes_open";--> statement-breakpoint
ALTER INDEX "method_changes_open_new" RENAME TO "method_changes_open";--> statement-breakpoint
DROP INDEX "payment_methods_in_use";--> statement-breakpoint
ALTER INDEX "payment_methods_in_use_new" RENAME TO "payment_methods_in_use";--> statement-breakpoint
DROP INDEX "payment_methods_provider";--> statement-breakpoint
ALTER INDEX "payment_methods_provider_new" RENAME TO "payment_methods_provider";--> statement-breakpoint
DROP INDEX "portal_links_token";--> statement-breakpoint
ALTER INDEX "portal_links_token_new" RENAME TO "portal_links_token";--> statement-breakpoint
DROP INDEX "portal_sessions_token";--> statement-breakpoint
ALTER INDEX "portal_sessions_token_new" RENAME TO "portal_sessions_token";--> statement-breakpoint
DROP INDEX "refund_tickets_open";--> statement-breakpoint
ALTER INDEX "refund_tickets_open_new" RENAME TO "refund_tickets_open";--> statement-breakpoint
DROP INDEX "refunds_provider";--> statement-breakpoint
ALTER INDEX "refunds_provider_new" RENAME TO "refunds_provider";--> statement-breakpoint
DROP INDEX "kyb_tickets_open";--> statement-breakpoint
ALTER INDEX "kyb_tickets_open_new" RENAME TO "kyb_tickets_open";--> statement-breakpoint
DROP INDEX "sender_domains_domain";--> statement-breakpoint
ALTER INDEX "sender_domains_domain_new" RENAME TO "sender_domains_domain";--> statement-breakpoint
DROP INDEX "sender_emails_address";--> statement-breakpoint
ALTER INDEX "sender_emails_address_new" RENAME TO "sender_emails_address";--> statement-breakpoint
DROP INDEX "store_invitations_token";--> statement-breakpoint
ALTER INDEX "store_invitations_token_new" RENAME TO "store_invitations_token";--> statement-breakpoint
DROP INDEX "store_invitations_open";--> statement-breakpoint
ALTER INDEX "store_invitations_open_new" RENAME TO "store_invitations_open";--> statement-breakpoint
DROP INDEX "test_clock_advances_open";--> statement-breakpoint
ALTER INDEX "test_clock_advances_open_new" RENAME TO "test_clock_advances_open";--> statement-breakpoint
ALTER TABLE "subscription_product_groups" DROP CONSTRAINT "subscription_product_groups_published_from", ADD CONSTRAINT "subscription_product_groups_published_from" UNIQUE USING INDEX "subscription_product_groups_published_from_new";--> statement-breakpoint
ALTER TABLE "subscription_product_groups" DROP CONSTRAINT "subscription_product_groups_name", ADD CONSTRAINT "subscription_product_groups_name" UNIQUE USING INDEX "subscription_product_groups_name_new";--> statement-breakpoint
ALTER TABLE "product_versions" DROP CONSTRAINT "product_versions_number", ADD CONSTRAINT "product_versions_number" UNIQUE USING INDEX "product_versions_number_new";--> statement-breakpoint
ALTER TABLE "group_products" DROP CONSTRAINT "group_products_one_group", ADD CONSTRAINT "group_products_one_group" UNIQUE("product_id","environment","merchant_id");--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_group_id_fk" FOREIGN KEY ("group_id","merchant_id") REFERENCES "public"."subscription_product_groups"("id","merchant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_id_fk" FOREIGN KEY ("refund_id","merchant_id") REFERENCES "public"."refunds"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_product_version_id_fk" FOREIGN KEY ("product_version_id","merchant_id") REFERENCES "public"."product_versions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_session_id_fk" FOREIGN KEY ("checkout_session_id","merchant_id") REFERENCES "public"."checkout_sessions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_version_id_fk" FOREIGN KEY ("product_version_id","merchant_id") REFERENCES "public"."product_versions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fk" FOREIGN KEY ("customer_id","merchant_id") REFERENCES "public"."customers"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_changes" ADD CONSTRAINT "method_changes_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD CONSTRAINT "refund_tickets_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD CONSTRAINT "refund_tickets_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_ticket_id_fk" FOREIGN KEY ("ticket_id","merchant_id") REFERENCES "public"."refund_tickets"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_owner_id_merchants_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "order_has_customer"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "customers" AS "known" ("id", "merchant_id", "store_id", "environment", "key", "identity", "email", "country", "orders", "first_order_at", "last_order_at") VALUES (NEW."id", NEW."merchant_id", NEW."store_id", NEW."environment", coalesce('id:' || NEW."buyer_identity", 'email:' || lower(NEW."buyer_email")), NEW."buyer_identity", NEW."buyer_email", NEW."billing_detail"->>'country', 1, coalesce(NEW."completed_at", NEW."started_at", NEW."created_at"), coalesce(NEW."completed_at", NEW."started_at", NEW."created_at")) ON CONFLICT ("store_id", "environment", "key", "merchant_id") DO UPDATE SET "orders" = "known"."orders" + 1, "email" = coalesce(excluded."email", "known"."email"), "country" = coalesce(excluded."country", "known"."country"), "first_order_at" = least("known"."first_order_at", excluded."first_order_at"), "last_order_at" = greatest("known"."last_order_at", excluded."last_order_at") RETURNING "id" INTO NEW."customer_id"; RETURN NEW; END $$;
