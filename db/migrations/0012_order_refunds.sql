ALTER TABLE "orders" ADD COLUMN "refunded_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "refused_code" text;--> statement-breakpoint
CREATE INDEX "orders_store_refunded" ON "orders" USING btree ("store_id","environment","created_at","id") WHERE refund_state <> 'none';--> statement-breakpoint
CREATE INDEX "orders_store_kept_trial" ON "orders" USING btree ("store_id","environment","created_at","id") WHERE status = 'active' and period_number = 0;--> statement-breakpoint
-- What was refunded before the orders said so.
UPDATE "orders" SET "refunded_minor" = given."back", "refund_state" = CASE WHEN given."back" < given."paid" THEN 'partial' ELSE 'full' END
FROM (
	SELECT back."order_id", back."merchant_id", back."total" AS "back",
		(SELECT coalesce(sum("amount_minor"), 0) FROM "payments" WHERE "order_id" = back."order_id" AND "merchant_id" = back."merchant_id" AND "status" = 'succeeded') AS "paid"
	FROM (SELECT "order_id", "merchant_id", sum("amount_minor") AS "total" FROM "refunds" WHERE "status" = 'succeeded' GROUP BY 1, 2) AS back
) AS given
WHERE "orders"."id" = given."order_id" AND "orders"."merchant_id" = given."merchant_id";--> statement-breakpoint
-- Why methods are not charged: the last charge that failed on each.
UPDATE "payment_methods" SET "refused_code" = (
	SELECT "failure_code" FROM "payments"
	WHERE "payments"."order_id" = "payment_methods"."order_id" AND "payments"."merchant_id" = "payment_methods"."merchant_id"
		AND "payments"."payment_method_id" = "payment_methods"."id" AND "payments"."status" = 'failed'
	ORDER BY "attempt" DESC LIMIT 1
) WHERE "refused_at" IS NOT NULL;
