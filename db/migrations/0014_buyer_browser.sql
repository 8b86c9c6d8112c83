ALTER TABLE "orders" ADD COLUMN "buyer_browser" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "checkout_return_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was typed before browsers were noted is shown in none: '' is no browser's digest.
UPDATE "orders" SET "buyer_browser" = '' WHERE EXISTS (SELECT 1 FROM "payments" WHERE "payments"."order_id" = "orders"."id" AND "payments"."merchant_id" = "orders"."merchant_id");
