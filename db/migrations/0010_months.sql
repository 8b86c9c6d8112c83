-- Tables that grow for ever get a part for each month (UTC). What is there becomes the part of everything until the end of the
-- running month: it is attached as it stands, no row is copied.
CREATE TABLE "event_heads" (
	"object_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "event_heads_object_id_merchant_id_pk" PRIMARY KEY("object_id","merchant_id")
) WITH (fillfactor = 80);--> statement-breakpoint
CREATE TABLE "ledger_movements" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "ledger_movements_subject_id_kind_merchant_id_pk" PRIMARY KEY("subject_id","kind","merchant_id")
);--> statement-breakpoint
-- What happened in a store before it was handed over stands under another merchant than what comes now.
INSERT INTO "event_heads" ("object_id", "merchant_id", "sequence") SELECT "object_id", (array_agg(coalesce("stores"."merchant_id", "events"."merchant_id") ORDER BY "sequence" DESC))[1], max("sequence") FROM "events" LEFT JOIN "stores" ON "stores"."id" = "events"."store_id" GROUP BY "object_id";--> statement-breakpoint
INSERT INTO "ledger_movements" ("kind", "subject_id", "merchant_id") SELECT "kind", coalesce("refund_id", "payment_id"), "merchant_id" FROM "ledger_transactions";--> statement-breakpoint
-- A parent would have to have these too, and cannot: what they kept is kept otherwise (see the schema).
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk";--> statement-breakpoint
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk";--> statement-breakpoint
DROP INDEX "events_sequence";--> statement-breakpoint
DROP INDEX "ledger_entries_line";--> statement-breakpoint
DROP INDEX "ledger_transactions_once";--> statement-breakpoint
DROP INDEX "request_log_age";--> statement-breakpoint
DROP INDEX "webhook_attempts_number";--> statement-breakpoint
DROP INDEX "webhook_deliveries_once";--> statement-breakpoint
DROP TRIGGER "events_queued" ON "events";--> statement-breakpoint
DROP TRIGGER "events_append_only" ON "events";--> statement-breakpoint
DROP TRIGGER "ledger_transactions_append_only" ON "ledger_transactions";--> statement-breakpoint
DROP TRIGGER "ledger_entries_append_only" ON "ledger_entries";--> statement-breakpoint
DROP TRIGGER "ledger_entries_balanced" ON "ledger_entries";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "sequence" SET DEFAULT 0;--> statement-breakpoint
CREATE SCHEMA "archive";--> statement-breakpoint
-- The lowest key that can have been made at that moment: as `idAt` in server/domain/ids.ts.
CREATE FUNCTION "first_id_at"("at" timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN (lpad(to_hex((extract(epoch from "at") * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;--> statement-breakpoint
-- Makes a table's part of the month of that moment; false where there is one. What went into the rest for want of it moves there.
CREATE FUNCTION "make_month"("parent" text, "at" timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamptz := date_trunc('month', "at", 'UTC');
  next_month timestamptz := date_trunc('month', month + interval '32 days', 'UTC');
  label text := to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
  part text := parent || '_' || label;
  rest text := parent || '_rest';
  partkey text := substring(pg_get_partkeydef(parent::regclass) from '\((.*)\)');
  low text;
  high text;
  has_strays boolean;
  guard record;
BEGIN
  -- Two at once: the second finds it made.
  PERFORM pg_advisory_xact_lock(7262102, hashtext(parent));
  IF EXISTS (
    SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = parent::regclass
      AND (relname = part OR starts_with(relname, parent || '_until_') AND right(relname, 7) >= label)
  ) THEN
    RETURN false;
  END IF;
  IF partkey = 'created_at' THEN
    low := month::text;
    high := next_month::text;
  ELSE
    low := first_id_at(month)::text;
    high := first_id_at(next_month)::text;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE)', part, parent);
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %I < %L)', rest, partkey, low, partkey, high) INTO has_strays;
  IF has_strays THEN
    -- Detached, it has none of the triggers that refuse to remove a row.
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, rest);
    EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %I >= %L AND %I < %L', part, rest, partkey, low, partkey, high);
    EXECUTE format('DELETE FROM %I WHERE %I >= %L AND %I < %L', rest, partkey, low, partkey, high);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
  IF has_strays THEN
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, rest);
  END IF;
  -- A part does not inherit its parent's refusal to be truncated.
  FOR guard IN SELECT tgname, tgfoid::regproc AS refuses FROM pg_trigger WHERE tgrelid = parent::regclass AND tgtype & 32 = 32 LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, part, guard.refuses);
  END LOOP;
  RETURN true;
END $$;--> statement-breakpoint
-- Puts a parent in a table's place, without parts or indexes, and its rows aside as `<table>_until_<month>`.
CREATE FUNCTION pg_temp.set_aside("name" text, "partkey" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until text := name || '_until_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
  old_index record;
BEGIN
  EXECUTE format('ALTER TABLE %I RENAME TO %I', name, until);
  EXECUTE (SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', until, conname) FROM pg_constraint WHERE conrelid = until::regclass AND contype = 'p');
  FOR old_index IN SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND tablename = until LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', old_index.indexname, old_index.indexname || '_until');
  END LOOP;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (%I)', name, until, partkey);
END $$;--> statement-breakpoint
-- Attaches what was set aside, which takes over the parent's keys and indexes, and makes the rest and the months to come.
CREATE FUNCTION pg_temp.attach_months("name" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until text := name || '_until_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
  rest text := name || '_rest';
  partkey text := substring(pg_get_partkeydef(name::regclass) from '\((.*)\)');
  month timestamptz := date_trunc('month', now(), 'UTC');
  next_month timestamptz := date_trunc('month', month + interval '32 days', 'UTC');
  high text := CASE partkey WHEN 'created_at' THEN next_month::text ELSE first_id_at(next_month)::text END;
  guard record;
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE)', rest, name);
  -- Keys that are of no time: the ledger's first bookings, by migration 0003, have random ones.
  EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %I >= %L', rest, until, partkey, high);
  EXECUTE format('DELETE FROM %I WHERE %I >= %L', until, partkey, high);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, until, high);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', name, rest);
  FOR guard IN SELECT tgname, tgfoid::regproc AS refuses FROM pg_trigger WHERE tgrelid = until::regclass AND tgtype & 32 = 32 LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, name, guard.refuses);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, rest, guard.refuses);
  END LOOP;
  FOR ahead IN 1..3 LOOP
    PERFORM make_month(name, (month AT TIME ZONE 'UTC' + make_interval(months => ahead)) AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
SELECT pg_temp.set_aside('events', 'id');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_id_merchant_id_pk" PRIMARY KEY("id","merchant_id");--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("object_id","sequence");--> statement-breakpoint
CREATE INDEX "events_store" ON "events" USING btree ("store_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "events_trail" ON "events" USING btree ("store_id","environment","id");--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("merchant_id","id") WHERE store_id is null;--> statement-breakpoint
SELECT pg_temp.attach_months('events');--> statement-breakpoint
CREATE FUNCTION "event_is_numbered"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "event_heads" AS "head" ("object_id", "merchant_id", "sequence") VALUES (NEW."object_id", NEW."merchant_id", 1)
  ON CONFLICT ("object_id", "merchant_id") DO UPDATE SET "sequence" = "head"."sequence" + 1 RETURNING "sequence" INTO NEW."sequence";
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_numbered" BEFORE INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION "event_is_numbered"();--> statement-breakpoint
CREATE TRIGGER "events_queued" AFTER INSERT ON "events" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "event_is_queued"();--> statement-breakpoint
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
SELECT pg_temp.set_aside('ledger_transactions', 'id');--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_id_merchant_id_pk" PRIMARY KEY("id","merchant_id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_id_fk" FOREIGN KEY ("refund_id","merchant_id") REFERENCES "public"."refunds"("id","merchant_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_store" ON "ledger_transactions" USING btree ("store_id","environment","occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_payment" ON "ledger_transactions" USING btree ("payment_id");--> statement-breakpoint
SELECT pg_temp.attach_months('ledger_transactions');--> statement-breakpoint
CREATE FUNCTION "ledger_books_once"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "ledger_movements" ("kind", "subject_id", "merchant_id") VALUES (NEW."kind", coalesce(NEW."refund_id", NEW."payment_id"), NEW."merchant_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_once" AFTER INSERT ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "ledger_books_once"();--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_append_only" BEFORE UPDATE OR DELETE ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_movements_append_only" BEFORE UPDATE OR DELETE ON "ledger_movements" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_movements_no_truncate" BEFORE TRUNCATE ON "ledger_movements" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
SELECT pg_temp.set_aside('ledger_entries', 'transaction_id');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_line_merchant_id_pk" PRIMARY KEY("transaction_id","line","merchant_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id");--> statement-breakpoint
CREATE INDEX "ledger_entries_store" ON "ledger_entries" USING btree ("store_id","environment","currency","account");--> statement-breakpoint
SELECT pg_temp.attach_months('ledger_entries');--> statement-breakpoint
CREATE OR REPLACE FUNCTION "ledger_is_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT FROM "ledger_transactions" WHERE "id" = NEW."transaction_id" AND "merchant_id" = NEW."merchant_id") THEN
    RAISE EXCEPTION 'ledger entry % is of no transaction', NEW."id";
  END IF;
  IF (SELECT coalesce(sum("amount_minor"), 0) FROM "ledger_entries" WHERE "transaction_id" = NEW."transaction_id") <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW."transaction_id";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_is_balanced"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
SELECT pg_temp.set_aside('request_log', 'created_at');--> statement-breakpoint
ALTER TABLE "request_log" ADD CONSTRAINT "request_log_id_merchant_id_created_at_pk" PRIMARY KEY("id","merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "request_log_store" ON "request_log" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_log_merchant" ON "request_log" USING btree ("merchant_id","created_at","id") WHERE store_id is null;--> statement-breakpoint
SELECT pg_temp.attach_months('request_log');--> statement-breakpoint
SELECT pg_temp.set_aside('webhook_deliveries', 'id');--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_id_merchant_id_pk" PRIMARY KEY("id","merchant_id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("webhook_id","object_id","sequence") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_object" ON "webhook_deliveries" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store_failed" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id") WHERE status = 'failed';--> statement-breakpoint
SELECT pg_temp.attach_months('webhook_deliveries');--> statement-breakpoint
SELECT pg_temp.set_aside('webhook_attempts', 'delivery_id');--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_attempt_merchant_id_pk" PRIMARY KEY("delivery_id","attempt","merchant_id");--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_webhook" ON "webhook_attempts" USING btree ("webhook_id","started_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_id" ON "webhook_attempts" USING btree ("id");--> statement-breakpoint
SELECT pg_temp.attach_months('webhook_attempts');
