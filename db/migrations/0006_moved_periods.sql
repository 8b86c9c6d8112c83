ALTER TABLE "orders" DROP COLUMN "anchor_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "anchor_period";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_periods" jsonb;