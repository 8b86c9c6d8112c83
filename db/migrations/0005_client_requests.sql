ALTER TABLE "checkout_sessions" ADD COLUMN "payment_methods" jsonb;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;