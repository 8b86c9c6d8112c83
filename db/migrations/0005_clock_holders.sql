ALTER TABLE "idempotency_keys" ADD COLUMN "holder" uuid;--> statement-breakpoint
ALTER TABLE "test_clock_advances" ADD COLUMN "holder" uuid;--> statement-breakpoint
UPDATE "sandbox_charges" SET "status" = 'succeeded' FROM "payments" WHERE "payments"."id" = "sandbox_charges"."key" AND "payments"."provider" = 'sandbox' AND "sandbox_charges"."status" = 'processing' AND "sandbox_charges"."settled_decline_code" IS NULL AND ("payments"."status" = 'succeeded' OR "payments"."failure_code" = 'came_too_late');
