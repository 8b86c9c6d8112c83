CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"currency" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"ticket_id" uuid,
	"provider" text NOT NULL,
	"provider_refund_id" text,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"reason" text,
	"requested_by" jsonb NOT NULL,
	"failure_reason" text,
	"next_attempt_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_clock_advances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_holding";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "period_number" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "next_charge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "past_due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "period_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_method_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD COLUMN "resubmissions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "test_clock_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_ticket_id_refund_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."refund_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_clock_advances" ADD CONSTRAINT "test_clock_advances_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_line" ON "ledger_entries" USING btree ("transaction_id","line");--> statement-breakpoint
CREATE INDEX "ledger_entries_store" ON "ledger_entries" USING btree ("store_id","environment","currency","account");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_once" ON "ledger_transactions" USING btree ("kind",coalesce(refund_id, payment_id));--> statement-breakpoint
CREATE INDEX "ledger_transactions_store" ON "ledger_transactions" USING btree ("store_id","environment","occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_payment" ON "ledger_transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider","provider_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_store" ON "refunds" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "test_clock_advances_open" ON "test_clock_advances" USING btree ("store_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "test_clock_advances_store" ON "test_clock_advances" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_next_charge" ON "orders" USING btree ("next_charge_at","id") WHERE next_charge_at is not null;--> statement-breakpoint
CREATE INDEX "orders_remind" ON "orders" USING btree ("remind_at","id") WHERE remind_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_live" ON "payments" USING btree ("order_id") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_holding" ON "payments" USING btree ("order_id","period_number") WHERE status in ('processing', 'requires_action', 'succeeded');--> statement-breakpoint
UPDATE "payments" SET "period_number" = 0 FROM "orders" WHERE "orders"."id" = "payments"."order_id" AND "orders"."trial_ends_at" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "period_number" = CASE WHEN "trial_ends_at" IS NULL THEN 1 ELSE 0 END, "next_charge_at" = CASE WHEN "status" IN ('active', 'trialing') THEN "current_period_end" END WHERE "product_type" = 'subscription' AND "started_at" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "period_number" = "now_in"."number", "current_period_start" = ("anchor" AT TIME ZONE 'UTC' + ("now_in"."number" - 1) * "step") AT TIME ZONE 'UTC', "current_period_end" = ("anchor" AT TIME ZONE 'UTC' + "now_in"."number" * "step") AT TIME ZONE 'UTC', "next_charge_at" = ("anchor" AT TIME ZONE 'UTC' + "now_in"."number" * "step") AT TIME ZONE 'UTC' FROM (SELECT "id" AS "order_id", coalesce("trial_ends_at", "started_at") AS "anchor", CASE "billing_period" WHEN 'weekly' THEN interval '7 days' WHEN 'monthly' THEN interval '1 month' WHEN 'quarterly' THEN interval '3 months' ELSE interval '1 year' END AS "step" FROM "orders") AS "calendar", LATERAL (SELECT min("number")::int AS "number" FROM generate_series(1, 2000) AS "number" WHERE ("anchor" AT TIME ZONE 'UTC' + "number" * "step") AT TIME ZONE 'UTC' > now()) AS "now_in" WHERE "calendar"."order_id" = "orders"."id" AND "orders"."next_charge_at" <= now() AND "now_in"."number" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "remind_at" = "next_charge_at" - CASE WHEN "status" = 'trialing' OR "billing_period" = 'monthly' THEN interval '3 days' WHEN "billing_period" = 'weekly' THEN interval '1 day' ELSE interval '7 days' END WHERE "next_charge_at" IS NOT NULL AND "next_charge_at" - CASE WHEN "status" = 'trialing' OR "billing_period" = 'monthly' THEN interval '3 days' WHEN "billing_period" = 'weekly' THEN interval '1 day' ELSE interval '7 days' END > now();--> statement-breakpoint
INSERT INTO "ledger_transactions" ("id", "merchant_id", "store_id", "environment", "kind", "payment_id", "currency", "occurred_at", "created_at") SELECT gen_random_uuid(), "merchant_id", "store_id", "environment", 'charge', "id", "currency", "succeeded_at", now() FROM "payments" WHERE "status" = 'succeeded' AND "amount_minor" > 0;--> statement-breakpoint
INSERT INTO "ledger_transactions" ("id", "merchant_id", "store_id", "environment", "kind", "payment_id", "currency", "occurred_at", "created_at") SELECT gen_random_uuid(), "merchant_id", "store_id", "environment", 'unusable_charge', "id", "currency", "unclosed_since", now() FROM "payments" WHERE "status" = 'failed' AND "failure_code" = 'came_too_late' AND "unclosed_since" IS NOT NULL AND "amount_minor" > 0;--> statement-breakpoint
INSERT INTO "ledger_entries" ("id", "merchant_id", "store_id", "environment", "transaction_id", "line", "account", "currency", "amount_minor") SELECT gen_random_uuid(), "booked"."merchant_id", "booked"."store_id", "booked"."environment", "booked"."id", "entry"."line", "entry"."account", "booked"."currency", "entry"."amount" FROM "ledger_transactions" "booked" JOIN "payments" "paid" ON "paid"."id" = "booked"."payment_id" CROSS JOIN LATERAL (VALUES ('charge', 1, 'provider_balance', "paid"."amount_minor"), ('charge', 2, 'sales', "paid"."tax_minor" - "paid"."amount_minor"), ('charge', 3, 'tax_payable', -"paid"."tax_minor"), ('unusable_charge', 1, 'provider_balance', "paid"."amount_minor"), ('unusable_charge', 2, 'owed_to_buyers', -"paid"."amount_minor")) AS "entry" ("kind", "line", "account", "amount") WHERE "entry"."kind" = "booked"."kind" AND "entry"."amount" <> 0;--> statement-breakpoint
CREATE FUNCTION "ledger_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_append_only" BEFORE UPDATE OR DELETE ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_no_truncate" BEFORE TRUNCATE ON "ledger_transactions" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE FUNCTION "ledger_is_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF (SELECT coalesce(sum("amount_minor"), 0) FROM "ledger_entries" WHERE "transaction_id" = NEW."transaction_id") <> 0 THEN RAISE EXCEPTION 'ledger transaction % does not balance', NEW."transaction_id"; END IF; RETURN NULL; END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_is_balanced"();
