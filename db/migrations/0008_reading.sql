DROP INDEX "payments_store_status";--> statement-breakpoint
DROP INDEX "payments_succeeded";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "last_step" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD COLUMN "review_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "product_id" = "orders"."product_id", "country" = "orders"."billing_detail"->>'country' FROM "orders" WHERE "orders"."id" = "payments"."order_id";--> statement-breakpoint
CREATE FUNCTION "payment_has_order"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN SELECT "product_id", "billing_detail"->>'country' INTO NEW."product_id", NEW."country" FROM "orders" WHERE "id" = NEW."order_id"; RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER "payments_order" BEFORE INSERT ON "payments" FOR EACH ROW WHEN (NEW."product_id" IS NULL) EXECUTE FUNCTION "payment_has_order"();--> statement-breakpoint
UPDATE "refund_tickets" SET "review_seconds" = extract(epoch from "reviewed_at" - "created_at")::int WHERE "reviewed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_store_charge" ON "orders" USING btree ("store_id","environment",coalesce(next_charge_at, '9999-12-31T00:00:00Z'::timestamptz),"id") WHERE product_type = 'subscription';--> statement-breakpoint
CREATE INDEX "refund_tickets_store_updated" ON "refund_tickets" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "refund_tickets_queue" ON "refund_tickets" USING btree ("store_id","environment",(status = 'pending') desc,(case when status = 'pending' then updated_at end),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_store_status" ON "payments" USING btree ("store_id","environment","status","created_at","id","currency");--> statement-breakpoint
CREATE INDEX "payments_succeeded" ON "payments" USING btree ("store_id","environment","succeeded_at","currency","amount_minor","product_id","country") WHERE succeeded_at is not null;