CREATE TABLE "group_products" (
	"group_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "group_products_group_id_product_id_pk" PRIMARY KEY("group_id","product_id"),
	CONSTRAINT "group_products_one_group" UNIQUE("product_id","environment")
);
--> statement-breakpoint
CREATE TABLE "subscription_product_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"rules" jsonb NOT NULL,
	"published_from" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_product_groups_published_from" UNIQUE("published_from"),
	CONSTRAINT "subscription_product_groups_name" UNIQUE("store_id","environment","name")
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid,
	"environment" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"caller_kind" text NOT NULL,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"replayed" boolean NOT NULL,
	"error" text,
	"hint" text,
	"request_body" json,
	"response_body" json,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyb_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"status" text NOT NULL,
	"details" jsonb NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sender_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"status" text NOT NULL,
	"dns_token" text NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_problem" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sender_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"code_digest" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_attempts" integer DEFAULT 0 NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"test_mode" boolean NOT NULL,
	"secret" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rate_millionths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing_period" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trial_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "current_period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "current_period_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_versions" ADD COLUMN "billing_period" text;--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_group_id_subscription_product_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."subscription_product_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_product_groups" ADD CONSTRAINT "subscription_product_groups_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyb_tickets" ADD CONSTRAINT "kyb_tickets_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_domains" ADD CONSTRAINT "sender_domains_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_emails" ADD CONSTRAINT "sender_emails_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_log_store" ON "request_log" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_log_merchant" ON "request_log" USING btree ("merchant_id","created_at","id") WHERE store_id is null;--> statement-breakpoint
CREATE INDEX "request_log_age" ON "request_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "kyb_tickets_open" ON "kyb_tickets" USING btree ("store_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "kyb_tickets_store" ON "kyb_tickets" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "kyb_tickets_queue" ON "kyb_tickets" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "sender_domains_domain" ON "sender_domains" USING btree ("store_id","domain");--> statement-breakpoint
CREATE INDEX "sender_domains_unproven" ON "sender_domains" USING btree ("checked_at") WHERE status = 'unproven';--> statement-breakpoint
CREATE INDEX "sender_domains_queue" ON "sender_domains" USING btree ("created_at") WHERE status = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "sender_emails_address" ON "sender_emails" USING btree ("store_id","email");--> statement-breakpoint
CREATE INDEX "sender_emails_queue" ON "sender_emails" USING btree ("created_at") WHERE status = 'in_review';--> statement-breakpoint
CREATE INDEX "webhooks_store" ON "webhooks" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "emails_recipient" ON "emails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("store_id",lower(coalesce(buyer_identity, buyer_email)));--> statement-breakpoint
CREATE INDEX "orders_period_end" ON "orders" USING btree ("current_period_end") WHERE status = 'canceling';