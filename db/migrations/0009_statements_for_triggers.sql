-- The statements of the application now write what these triggers wrote. The triggers that only refuse stay.
DROP TRIGGER "events_numbered" ON "events";--> statement-breakpoint
DROP TRIGGER "events_queued" ON "events";--> statement-breakpoint
DROP TRIGGER "ledger_transactions_once" ON "ledger_transactions";--> statement-breakpoint
DROP TRIGGER "ledger_entries_balanced" ON "ledger_entries";--> statement-breakpoint
DROP TRIGGER "orders_customer_inserted" ON "orders";--> statement-breakpoint
DROP TRIGGER "orders_customer_bought" ON "orders";--> statement-breakpoint
DROP TRIGGER "payments_order" ON "payments";--> statement-breakpoint
DROP FUNCTION "event_is_numbered";--> statement-breakpoint
DROP FUNCTION "event_is_queued";--> statement-breakpoint
DROP FUNCTION "ledger_is_balanced";--> statement-breakpoint
DROP FUNCTION "ledger_books_once";--> statement-breakpoint
DROP FUNCTION "order_has_customer";--> statement-breakpoint
DROP FUNCTION "payment_has_order";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "sequence" DROP DEFAULT;--> statement-breakpoint
-- Waiting events lie with their merchant, in the order of their object.
ALTER TABLE "event_outbox" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "event_outbox" ADD COLUMN "sequence" integer;--> statement-breakpoint
UPDATE "event_outbox" SET "merchant_id" = "events"."merchant_id", "sequence" = "events"."sequence" FROM "events" WHERE "events"."id" = "event_outbox"."event_id";--> statement-breakpoint
-- An event that was deleted while it waited stays in the outbox, where `audit verify` finds it.
UPDATE "event_outbox" SET
  "merchant_id" = coalesce((SELECT "merchant_id" FROM "event_heads" WHERE "event_heads"."object_id" = "event_outbox"."object_id" LIMIT 1), '00000000-0000-0000-0000-000000000000'),
  "sequence" = -"position"
WHERE "merchant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "event_outbox" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "event_outbox" ALTER COLUMN "sequence" SET NOT NULL;--> statement-breakpoint
DROP INDEX "event_outbox_held";--> statement-breakpoint
ALTER TABLE "event_outbox" DROP COLUMN "position";--> statement-breakpoint
ALTER TABLE "event_outbox" ADD CONSTRAINT "event_outbox_object_id_sequence_merchant_id_pk" PRIMARY KEY("object_id","sequence","merchant_id");--> statement-breakpoint
CREATE INDEX "event_outbox_merchant" ON "event_outbox" USING btree ("merchant_id","event_id");--> statement-breakpoint
-- A key lies with its caller's merchant, who is known before it is claimed. `scope` begins with the caller: "merchant <id>", or "store <id>" or "customer <id>" with the store.
ALTER TABLE "idempotency_keys" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
UPDATE "idempotency_keys" SET "merchant_id" = split_part("scope", ' ', 2)::uuid WHERE starts_with("scope", 'merchant ');--> statement-breakpoint
UPDATE "idempotency_keys" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "idempotency_keys"."merchant_id" IS NULL AND split_part("scope", ' ', 2) = "stores"."id"::text;--> statement-breakpoint
DELETE FROM "idempotency_keys" WHERE "merchant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_scope_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_scope_key_merchant_id_pk" PRIMARY KEY("scope","key","merchant_id");
