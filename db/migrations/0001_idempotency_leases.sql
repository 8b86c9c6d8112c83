ALTER TABLE "idempotency_keys" ALTER COLUMN "response_status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "response_body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
-- Until now a lease was an answer with status 102, and its body said until when.
UPDATE "idempotency_keys" SET "holder" = coalesce("holder", gen_random_uuid()), "leased_until" = "response_body"::timestamptz, "response_status" = NULL, "response_body" = NULL WHERE "response_status" = 102;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_lease_or_answer" CHECK ((holder is null) = (leased_until is null) and (leased_until is null) = (response_status is not null) and (response_status is null) = (response_body is null));
