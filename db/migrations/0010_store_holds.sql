CREATE TABLE "store_holds" (
	"store_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"exclusions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "store_holds_store_id_merchant_id_pk" PRIMARY KEY("store_id","merchant_id")
);
--> statement-breakpoint
INSERT INTO "store_holds" ("store_id", "merchant_id") SELECT "id", "merchant_id" FROM "stores";
--> statement-breakpoint
-- A call of a store lies with the store's other rows.
UPDATE "request_log" SET "merchant_id" = "stores"."merchant_id" FROM "stores" WHERE "stores"."id" = "request_log"."store_id" AND "stores"."merchant_id" <> "request_log"."merchant_id";
