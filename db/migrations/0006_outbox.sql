CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"chained_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_outbox" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"is_history" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"delivery_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"url" text NOT NULL,
	"request_headers" jsonb NOT NULL,
	"request_body" text,
	"response_status" integer,
	"response_headers" jsonb,
	"response_body" text,
	"is_success" boolean NOT NULL,
	"error" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"webhook_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"event_id" uuid,
	"event_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"is_ordered" boolean DEFAULT true NOT NULL,
	"chaos" text,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_start" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"last_status" integer,
	"last_error" text,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"signs_from" timestamp (3) with time zone NOT NULL,
	"published_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "store_id" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "letter" jsonb;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "recorded_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "chaos" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_position" ON "audit_entries" USING btree ("merchant_id","position");--> statement-breakpoint
CREATE INDEX "event_outbox_held" ON "event_outbox" USING btree ("object_id") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "event_outbox_new" ON "event_outbox" USING btree ("position") WHERE not is_history;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_attempts_number" ON "webhook_attempts" USING btree ("delivery_id","attempt");--> statement-breakpoint
CREATE INDEX "webhook_attempts_webhook" ON "webhook_attempts" USING btree ("webhook_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("webhook_id","object_id","sequence") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_object" ON "webhook_deliveries" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_keys_environment" ON "webhook_keys" USING btree ("environment","signs_from");--> statement-breakpoint
CREATE INDEX "emails_store" ON "emails" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_order" ON "emails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "events_trail" ON "events" USING btree ("store_id","environment","id");--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("merchant_id","id") WHERE store_id is null;--> statement-breakpoint
INSERT INTO "event_outbox" ("event_id", "object_id", "is_history") SELECT "id", "object_id", true FROM "events" ORDER BY "created_at", "object_id", "sequence";--> statement-breakpoint
CREATE FUNCTION "event_is_queued"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "event_outbox" ("event_id", "object_id") SELECT "id", "object_id" FROM "added" ORDER BY "object_id", "sequence"; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "events_queued" AFTER INSERT ON "events" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "event_is_queued"();--> statement-breakpoint
CREATE FUNCTION "audit_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'events and the audit trail are append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "events_no_truncate" BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_truncate" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();
