-- The sandbox moves no money, and in prod what it paid was booked as if it had: as held by the provider, owed to the tax office.
-- From this release on it is not booked there (server/billing/ledger/data/ledger.ts); what was booked before is taken out.
CREATE TEMPORARY TABLE "played" ON COMMIT DROP AS SELECT "ledger_transactions"."id", "ledger_transactions"."merchant_id", "ledger_transactions"."kind", coalesce("ledger_transactions"."refund_id", "ledger_transactions"."payment_id") AS "subject_id" FROM "ledger_transactions" JOIN "payments" ON "payments"."id" = "ledger_transactions"."payment_id" AND "payments"."merchant_id" = "ledger_transactions"."merchant_id" WHERE "payments"."environment" = 'prod' AND "payments"."provider" = 'sandbox';--> statement-breakpoint
ALTER TABLE "ledger_transactions" DISABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
ALTER TABLE "ledger_movements" DISABLE TRIGGER "ledger_movements_append_only";--> statement-breakpoint
DELETE FROM "ledger_entries" USING "played" WHERE "ledger_entries"."transaction_id" = "played"."id" AND "ledger_entries"."merchant_id" = "played"."merchant_id";--> statement-breakpoint
DELETE FROM "ledger_movements" USING "played" WHERE "ledger_movements"."subject_id" = "played"."subject_id" AND "ledger_movements"."kind" = "played"."kind" AND "ledger_movements"."merchant_id" = "played"."merchant_id";--> statement-breakpoint
DELETE FROM "ledger_transactions" USING "played" WHERE "ledger_transactions"."id" = "played"."id" AND "ledger_transactions"."merchant_id" = "played"."merchant_id";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ENABLE TRIGGER "ledger_transactions_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_append_only";--> statement-breakpoint
ALTER TABLE "ledger_movements" ENABLE TRIGGER "ledger_movements_append_only";
