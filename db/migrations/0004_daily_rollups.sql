CREATE TABLE "daily_rollups" (
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"metric" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "daily_rollups_pk" PRIMARY KEY("store_id","environment","metric","currency","day","key","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_marks" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rollup_marks_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_stores" (
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"rolled_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rollup_stores_store_id_environment_merchant_id_pk" PRIMARY KEY("store_id","environment","merchant_id")
);
--> statement-breakpoint
DROP INDEX "orders_subscriptions";--> statement-breakpoint
ALTER TABLE "daily_rollups" ADD CONSTRAINT "daily_rollups_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollup_marks" ADD CONSTRAINT "rollup_marks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollup_stores" ADD CONSTRAINT "rollup_stores_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollup_marks_day" ON "rollup_marks" USING btree ("store_id","environment","day");--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("store_id","environment",greatest(coalesce(trial_ends_at, started_at), ended_at),"started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "orders_subscriptions" ON "orders" USING btree ("store_id","environment",coalesce(trial_ends_at, started_at),"started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor","product_id") WHERE started_at is not null;