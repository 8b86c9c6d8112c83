-- Every statement names the merchant. Without that column an index cannot answer alone.
DROP INDEX "orders_bought";--> statement-breakpoint
DROP INDEX "orders_subscriptions";--> statement-breakpoint
DROP INDEX "orders_ended";--> statement-breakpoint
DROP INDEX "payments_store_status";--> statement-breakpoint
DROP INDEX "payments_succeeded";--> statement-breakpoint
CREATE INDEX "orders_bought" ON "orders" USING btree ("store_id","environment",coalesce(completed_at, started_at),"currency","total_minor","completed_at","started_at","merchant_id") WHERE coalesce(completed_at, started_at) is not null;--> statement-breakpoint
CREATE INDEX "orders_subscriptions" ON "orders" USING btree ("store_id","environment",coalesce(trial_ends_at, started_at),"started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor","product_id","merchant_id") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("store_id","environment",greatest(coalesce(trial_ends_at, started_at), ended_at),"started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor","merchant_id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "payments_store_status" ON "payments" USING btree ("store_id","environment","status","created_at","id","currency","merchant_id");--> statement-breakpoint
CREATE INDEX "payments_succeeded" ON "payments" USING btree ("store_id","environment","succeeded_at","currency","amount_minor","product_id","country","merchant_id") WHERE succeeded_at is not null;