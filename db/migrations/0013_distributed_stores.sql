-- The references to stores stay references to this table.
ALTER TABLE "stores" RENAME TO "store_directory";--> statement-breakpoint
ALTER TABLE "store_directory" RENAME COLUMN "id" TO "store_id";--> statement-breakpoint
ALTER INDEX "stores_pkey" RENAME TO "store_directory_pkey";--> statement-breakpoint
ALTER INDEX "stores_slug_unique" RENAME TO "store_directory_slug_unique";--> statement-breakpoint
ALTER TABLE "store_directory" ADD CONSTRAINT "store_directory_store" UNIQUE("store_id","merchant_id");--> statement-breakpoint
CREATE TABLE "stores" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"logo" text,
	"support_email" text,
	"website" text,
	"prod_enabled" boolean NOT NULL,
	"prod_suspended_at" timestamp (3) with time zone,
	"prod_suspension_reason" text,
	"suspended_with" uuid,
	"notification_settings" jsonb,
	"checkout_settings" jsonb,
	"checkout_return_origins" text[] DEFAULT '{}' NOT NULL,
	"checkout_frame_origins" text[] DEFAULT '{}' NOT NULL,
	"test_clock_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stores_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
INSERT INTO "stores" ("id", "merchant_id", "owner_id", "name", "slug", "status", "logo", "support_email", "website", "prod_enabled", "prod_suspended_at", "prod_suspension_reason", "suspended_with", "notification_settings", "checkout_settings", "checkout_return_origins", "checkout_frame_origins", "test_clock_at", "deleted_at", "created_at", "updated_at")
SELECT "store_id", "merchant_id", "owner_id", "name", "slug", "status", "logo", "support_email", "website", "prod_enabled", "prod_suspended_at", "prod_suspension_reason", "suspended_with", "notification_settings", "checkout_settings", "checkout_return_origins", "checkout_frame_origins", "test_clock_at", "deleted_at", "created_at", "updated_at" FROM "store_directory";--> statement-breakpoint
ALTER TABLE "store_directory" DROP COLUMN "owner_id", DROP COLUMN "name", DROP COLUMN "status", DROP COLUMN "logo", DROP COLUMN "support_email", DROP COLUMN "website", DROP COLUMN "prod_enabled", DROP COLUMN "prod_suspended_at", DROP COLUMN "prod_suspension_reason", DROP COLUMN "suspended_with", DROP COLUMN "notification_settings", DROP COLUMN "checkout_settings", DROP COLUMN "checkout_return_origins", DROP COLUMN "checkout_frame_origins", DROP COLUMN "test_clock_at", DROP COLUMN "deleted_at", DROP COLUMN "created_at", DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_directory_fk" FOREIGN KEY ("id","merchant_id") REFERENCES "public"."store_directory"("store_id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_owner_id_merchants_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_suspended_with_merchants_id_fk" FOREIGN KEY ("suspended_with") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stores_owner" ON "stores" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "stores_suspended" ON "stores" USING btree ("id") WHERE prod_suspended_at is not null or suspended_with is not null;--> statement-breakpoint
DROP TABLE "store_holds";--> statement-breakpoint
-- The names that the references have in a new database. Citus cannot rename them.
DO $$
DECLARE
	reference record;
	is_renamable boolean := true;
	new_name text;
BEGIN
	FOR reference IN SELECT conrelid::regclass AS "table", conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
		WHERE contype = 'f' AND conparentid = 0 AND (conname LIKE '%\_store\_id\_stores\_id\_fk' OR conname = 'stores_merchant_id_merchants_id_fk')
	LOOP
		new_name := left(replace(replace(reference.conname, 'stores_id_fk', 'store_directory_store_id_fk'), 'stores_merchant_id', 'store_directory_merchant_id'), 63);
		IF is_renamable THEN
			BEGIN
				EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', reference."table", reference.conname, new_name);
				CONTINUE;
			EXCEPTION WHEN feature_not_supported THEN is_renamable := false;
			END;
		END IF;
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference."table", reference.conname);
		EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', reference."table", new_name, reference.definition);
	END LOOP;
END $$;
