CREATE TABLE "event_feed" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"sequence" bigint NOT NULL,
	"event_type" text NOT NULL,
	"object_sequence" integer NOT NULL,
	"body" text NOT NULL,
	"digest" text NOT NULL,
	"previous_digest" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_feed_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "event_feed_heads" (
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "event_feed_heads_store_id_environment_merchant_id_pk" PRIMARY KEY("store_id","environment","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "published_position" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_feed" ADD CONSTRAINT "event_feed_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_feed_store" ON "event_feed" USING btree ("store_id","environment","sequence");--> statement-breakpoint
CREATE INDEX "audit_heads_unpublished" ON "audit_heads" USING btree ("merchant_id") WHERE published_position < position;--> statement-breakpoint
CREATE TRIGGER "event_feed_append_only" BEFORE UPDATE OR DELETE ON "event_feed" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "event_feed_no_truncate" BEFORE TRUNCATE ON "event_feed" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
-- The partitions of the baseline migration: everything up to the end of this month, the default partition, and the next three months.
DO $$
DECLARE
  month timestamptz := date_trunc('month', now(), 'UTC');
  until text := 'event_feed_until_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF "event_feed" FOR VALUES FROM (MINVALUE) TO (%L)', until, first_id_at(date_trunc('month', month + interval '32 days', 'UTC')));
  CREATE TABLE "event_feed_rest" PARTITION OF "event_feed" DEFAULT;
  -- A partition does not inherit its parent's refusal to be truncated.
  EXECUTE format('CREATE TRIGGER "event_feed_no_truncate" BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"()', until);
  CREATE TRIGGER "event_feed_no_truncate" BEFORE TRUNCATE ON "event_feed_rest" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();
  FOR ahead IN 1..3 LOOP
    PERFORM make_month('event_feed', (month AT TIME ZONE 'UTC' + make_interval(months => ahead)) AT TIME ZONE 'UTC');
  END LOOP;
END $$;
