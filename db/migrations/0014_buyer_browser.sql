ALTER TABLE "orders" ADD COLUMN "buyer_browser" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "checkout_return_origins" text[] DEFAULT '{}' NOT NULL;