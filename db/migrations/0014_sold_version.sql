-- One reference instead of three: each is a lookup and a lock at every new session.
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_sold" UNIQUE("id","product_id","store_id","merchant_id");--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_store_id_store_directory_store_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_product_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_product_version_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_sold_version_fk" FOREIGN KEY ("product_version_id","product_id","store_id","merchant_id") REFERENCES "public"."product_versions"("id","product_id","store_id","merchant_id") ON DELETE no action ON UPDATE no action;
