CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"key" text NOT NULL,
	"identity" text,
	"email" text,
	"country" text,
	"orders" integer NOT NULL,
	"first_order_at" timestamp (3) with time zone NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("merchant_id","store_id","list","name")
);--> statement-breakpoint
CREATE TABLE "store_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
DROP INDEX "orders_product";--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_key" ON "customers" USING btree ("store_id","environment","key");--> statement-breakpoint
CREATE INDEX "customers_last_order" ON "customers" USING btree ("store_id","environment","last_order_at","id");--> statement-breakpoint
CREATE INDEX "customers_first_order" ON "customers" USING btree ("store_id","environment","first_order_at","id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("store_id","environment",lower(email) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "passkeys_merchant" ON "passkeys" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "two_factors_merchant" ON "two_factors" USING btree ("merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_token" ON "store_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_open" ON "store_invitations" USING btree ("store_id",lower(email)) WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "store_invitations_store" ON "store_invitations" USING btree ("store_id","created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_store_failed" ON "emails" USING btree ("store_id","environment","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "payments_store_status" ON "payments" USING btree ("store_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_store_updated" ON "payments" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_succeeded" ON "payments" USING btree ("store_id","environment","succeeded_at","currency","amount_minor") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "products_store_newest" ON "products" USING btree ("store_id","id");--> statement-breakpoint
CREATE INDEX "refund_tickets_store_status" ON "refund_tickets" USING btree ("store_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("store_id","environment","succeeded_at") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_store_status" ON "refunds" USING btree ("store_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_store_updated" ON "refunds" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store_failed" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE FUNCTION "order_has_customer"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "customers" AS "known" ("id", "merchant_id", "store_id", "environment", "key", "identity", "email", "country", "orders", "first_order_at", "last_order_at") VALUES (NEW."id", NEW."merchant_id", NEW."store_id", NEW."environment", coalesce('id:' || NEW."buyer_identity", 'email:' || lower(NEW."buyer_email")), NEW."buyer_identity", NEW."buyer_email", NEW."billing_detail"->>'country', 1, coalesce(NEW."completed_at", NEW."started_at", NEW."created_at"), coalesce(NEW."completed_at", NEW."started_at", NEW."created_at")) ON CONFLICT ("store_id", "environment", "key") DO UPDATE SET "orders" = "known"."orders" + 1, "email" = coalesce(excluded."email", "known"."email"), "country" = coalesce(excluded."country", "known"."country"), "first_order_at" = least("known"."first_order_at", excluded."first_order_at"), "last_order_at" = greatest("known"."last_order_at", excluded."last_order_at") RETURNING "id" INTO NEW."customer_id"; RETURN NEW; END $$;--> statement-breakpoint
INSERT INTO "customers" ("id", "merchant_id", "store_id", "environment", "key", "identity", "email", "country", "orders", "first_order_at", "last_order_at") SELECT (array_agg("id" ORDER BY "at", "id"))[1], (array_agg("merchant_id" ORDER BY "at", "id"))[1], "store_id", "environment", "key", (array_agg("buyer_identity" ORDER BY "at" DESC, "id" DESC))[1], (array_agg("buyer_email" ORDER BY "at" DESC, "id" DESC) FILTER (WHERE "buyer_email" IS NOT NULL))[1], (array_agg("billing_detail"->>'country' ORDER BY "at" DESC, "id" DESC) FILTER (WHERE "billing_detail"->>'country' IS NOT NULL))[1], count(*), min("at"), max("at") FROM (SELECT *, coalesce("completed_at", "started_at", "created_at") AS "at", coalesce('id:' || "buyer_identity", 'email:' || lower("buyer_email")) AS "key" FROM "orders" WHERE ("completed_at" IS NOT NULL OR "started_at" IS NOT NULL) AND coalesce("buyer_identity", "buyer_email") IS NOT NULL) AS "bought" GROUP BY "store_id", "environment", "key";--> statement-breakpoint
UPDATE "orders" SET "customer_id" = "customers"."id" FROM "customers" WHERE ("orders"."completed_at" IS NOT NULL OR "orders"."started_at" IS NOT NULL) AND "customers"."store_id" = "orders"."store_id" AND "customers"."environment" = "orders"."environment" AND "customers"."key" = coalesce('id:' || "orders"."buyer_identity", 'email:' || lower("orders"."buyer_email"));--> statement-breakpoint
CREATE TRIGGER "orders_customer_inserted" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND (NEW."completed_at" IS NOT NULL OR NEW."started_at" IS NOT NULL) AND coalesce(NEW."buyer_identity", NEW."buyer_email") IS NOT NULL) EXECUTE FUNCTION "order_has_customer"();--> statement-breakpoint
CREATE TRIGGER "orders_customer_bought" BEFORE UPDATE OF "completed_at", "started_at" ON "orders" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND (NEW."completed_at" IS NOT NULL OR NEW."started_at" IS NOT NULL) AND coalesce(NEW."buyer_identity", NEW."buyer_email") IS NOT NULL) EXECUTE FUNCTION "order_has_customer"();--> statement-breakpoint
CREATE INDEX "orders_store_type" ON "orders" USING btree ("store_id","environment","product_type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_status" ON "orders" USING btree ("store_id","environment","product_type","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_updated" ON "orders" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("store_id","environment",lower(buyer_email) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_bought" ON "orders" USING btree ("store_id","environment",coalesce(completed_at, started_at),"currency","total_minor","completed_at","started_at") WHERE coalesce(completed_at, started_at) is not null;--> statement-breakpoint
CREATE INDEX "orders_subscriptions" ON "orders" USING btree ("store_id","environment","started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor","product_id") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "orders_external" ON "orders" USING btree ("store_id","environment","merchant_external_id") WHERE merchant_external_id is not null;--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id","environment","created_at","id");
