ALTER TABLE "merchants" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "prod_suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "prod_suspension_reason" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "suspended_with" uuid;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_suspended_with_merchants_id_fk" FOREIGN KEY ("suspended_with") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stores_suspended" ON "stores" USING btree ("id") WHERE prod_suspended_at is not null or suspended_with is not null;--> statement-breakpoint
-- The link of an invitation went to the invited address alone: who accepted one for their own address has proven it.
UPDATE "merchants" SET "email_verified" = true
WHERE EXISTS (
  SELECT 1 FROM "store_invitations" AS invitation
  WHERE invitation."accepted_by" = "merchants"."id" AND lower(invitation."email") = lower("merchants"."email")
);--> statement-breakpoint
-- Passkeys of accounts whose address nobody has proven are unconfirmed.
UPDATE "passkeys" SET "confirmed_at" = NULL
FROM "merchants" WHERE "merchants"."id" = "passkeys"."merchant_id" AND NOT "merchants"."email_verified";
