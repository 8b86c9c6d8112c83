CREATE TABLE "quotes" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"checkout_session_id" uuid,
	"order_id" uuid,
	"currency" text NOT NULL,
	"content" jsonb NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotes_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "subscription_product_groups" ADD COLUMN "allows_multiple_subscriptions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "origin_order_id" uuid;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "change_timing" text;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "change_amount_minor" bigint;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "change_credit_minor" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_periods" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "resumes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "change_origin_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "change_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "quote_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_used_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_used_tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credited_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "quote_id" uuid;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_expired" ON "quotes" USING btree ("valid_until") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "quotes_session" ON "quotes" USING btree ("checkout_session_id") WHERE checkout_session_id is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_quote_id_fk" FOREIGN KEY ("quote_id","merchant_id") REFERENCES "public"."quotes"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_change_origin_order_id_fk" FOREIGN KEY ("change_origin_order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_quote_id_fk" FOREIGN KEY ("quote_id","merchant_id") REFERENCES "public"."quotes"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_change_origin" ON "orders" USING btree ("change_origin_order_id") WHERE change_origin_order_id is not null;--> statement-breakpoint
CREATE INDEX "orders_resume" ON "orders" USING btree ("resumes_at") WHERE resumes_at is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK (case
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
end);