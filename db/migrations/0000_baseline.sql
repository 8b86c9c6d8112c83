CREATE TABLE "audit_entries" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"chained_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_entries_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_attempts" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"counters" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_attempts_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"key" text NOT NULL,
	"identity" text,
	"email" text,
	"country" text,
	"orders" integer NOT NULL,
	"first_order_at" timestamp (3) with time zone NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customers_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"turn_of" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"merchant_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"store_id" uuid,
	"environment" text,
	"kind" text,
	"order_id" uuid,
	"letter" jsonb,
	"html" text,
	"event_id" uuid,
	CONSTRAINT "emails_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "event_heads" (
	"object_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "event_heads_object_id_merchant_id_pk" PRIMARY KEY("object_id","merchant_id")
) WITH (fillfactor = 80);
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
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"actor" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changes" jsonb,
	"recorded_at" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "events_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "group_products" (
	"group_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "group_products_group_id_product_id_merchant_id_pk" PRIMARY KEY("group_id","product_id","merchant_id"),
	CONSTRAINT "group_products_one_group" UNIQUE("product_id","environment","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_product_groups" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"rules" jsonb NOT NULL,
	"published_from" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_product_groups_id_merchant_id_pk" PRIMARY KEY("id","merchant_id"),
	CONSTRAINT "subscription_product_groups_published_from" UNIQUE("published_from","merchant_id"),
	CONSTRAINT "subscription_product_groups_name" UNIQUE("store_id","environment","name","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_digests" jsonb NOT NULL,
	"response_status" integer NOT NULL,
	"response_body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"holder" uuid,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "ledger_entries_transaction_id_line_merchant_id_pk" PRIMARY KEY("transaction_id","line","merchant_id")
) PARTITION BY RANGE ("transaction_id");
--> statement-breakpoint
CREATE TABLE "ledger_movements" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "ledger_movements_subject_id_kind_merchant_id_pk" PRIMARY KEY("subject_id","kind","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"currency" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"nickname" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dashboard_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dashboard_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	CONSTRAINT "merchants_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "sign_in_attempts_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_step" integer
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_sessions" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"product_id" uuid NOT NULL,
	"product_version_id" uuid NOT NULL,
	"product_type" text NOT NULL,
	"currency" text NOT NULL,
	"price" jsonb NOT NULL,
	"with_trial" boolean,
	"buyer_email" text,
	"buyer_identity" text,
	"billing_detail" jsonb,
	"success_url" text,
	"metadata" jsonb NOT NULL,
	"order_merchant_external_id" text,
	"dark_mode" boolean,
	"language" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checkout_sessions_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"product_type" text NOT NULL,
	"status" text NOT NULL,
	"checkout_session_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_version_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"buyer_email" text,
	"buyer_identity" text,
	"billing_detail" jsonb,
	"success_url" text,
	"metadata" jsonb NOT NULL,
	"merchant_external_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"tax_rate_millionths" integer DEFAULT 0 NOT NULL,
	"tax_name" text,
	"billing_period" text,
	"started_at" timestamp (3) with time zone,
	"trial_ends_at" timestamp (3) with time zone,
	"current_period_start" timestamp (3) with time zone,
	"current_period_end" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"language" text,
	"period_number" integer,
	"next_charge_at" timestamp (3) with time zone,
	"remind_at" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"customer_id" uuid,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"refund_state" text DEFAULT 'none' NOT NULL,
	"buyer_browser" text,
	CONSTRAINT "orders_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"method" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"failure_code" text,
	"failure_reason" text,
	"attempt" integer NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"tax_rate_millionths" integer DEFAULT 0 NOT NULL,
	"tax_name" text,
	"action_url" text,
	"unclosed_since" timestamp (3) with time zone,
	"period_number" integer DEFAULT 1 NOT NULL,
	"payment_method_id" uuid,
	"product_id" uuid,
	"country" text,
	CONSTRAINT "payments_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "method_changes" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"status" text NOT NULL,
	"failure_code" text,
	"failure_reason" text,
	"action_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "method_changes_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_customer_id" text,
	"provider_method_id" text NOT NULL,
	"type" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"expiry_month" integer,
	"expiry_year" integer,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"refused_code" text,
	CONSTRAINT "payment_methods_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "portal_links" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_links_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"token_hash" text NOT NULL,
	"buyer_identity" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_sessions_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "product_versions" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"version_number" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"prices" jsonb NOT NULL,
	"media" jsonb NOT NULL,
	"success_url" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"billing_period" text,
	CONSTRAINT "product_versions_id_merchant_id_pk" PRIMARY KEY("id","merchant_id"),
	CONSTRAINT "product_versions_number" UNIQUE("product_id","environment","version_number","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"type" text NOT NULL,
	"test_version_id" uuid NOT NULL,
	"prod_version_id" uuid,
	"test_status" text NOT NULL,
	"prod_status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "products_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "refund_tickets" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"buyer_identity" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"merchant_external_id" text,
	"review_note" text,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resubmissions" integer DEFAULT 0 NOT NULL,
	"review_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_tickets_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"ticket_id" uuid,
	"provider" text NOT NULL,
	"provider_refund_id" text,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"reason" text,
	"requested_by" jsonb NOT NULL,
	"failure_reason" text,
	"next_attempt_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid,
	"environment" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"caller_kind" text NOT NULL,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"replayed" boolean NOT NULL,
	"error" text,
	"hint" text,
	"request_body" json,
	"response_body" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_log_id_merchant_id_created_at_pk" PRIMARY KEY("id","merchant_id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "kyb_tickets" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"status" text NOT NULL,
	"details" jsonb NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kyb_tickets_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sender_domains" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"status" text NOT NULL,
	"dns_token" text NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_problem" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sender_domains_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "sender_emails" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"code_digest" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_attempts" integer DEFAULT 0 NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sender_emails_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"key" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"card_brand" text NOT NULL,
	"card_last4" text NOT NULL,
	"decline_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settles_at" timestamp (3) with time zone,
	"settled_decline_code" text,
	"action_url" text,
	"method_id" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"expiry_month" integer NOT NULL,
	"expiry_year" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"charge_key" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_id_merchant_id_pk" PRIMARY KEY("id","merchant_id"),
	CONSTRAINT "saved_views_name" UNIQUE("merchant_id","store_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "store_invitations" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_invitations_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "store_members" (
	"store_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_members_merchant_id_store_id_pk" PRIMARY KEY("merchant_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"logo" text,
	"support_email" text,
	"website" text,
	"prod_enabled" boolean NOT NULL,
	"notification_settings" jsonb,
	"checkout_settings" jsonb,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"checkout_frame_origins" text[] DEFAULT '{}' NOT NULL,
	"test_clock_at" timestamp (3) with time zone,
	"owner_id" uuid NOT NULL,
	"prod_suspended_at" timestamp (3) with time zone,
	"prod_suspension_reason" text,
	"suspended_with" uuid,
	"checkout_return_origins" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "stores_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "test_clock_advances" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"holder" uuid,
	CONSTRAINT "test_clock_advances_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid NOT NULL,
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
	"duration_ms" integer NOT NULL,
	CONSTRAINT "webhook_attempts_delivery_id_attempt_merchant_id_pk" PRIMARY KEY("delivery_id","attempt","merchant_id")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
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
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
) PARTITION BY RANGE ("id");
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
CREATE TABLE "webhooks" (
	"id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"test_mode" boolean NOT NULL,
	"secret" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"chaos" jsonb,
	"failing_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_id_merchant_id_pk" PRIMARY KEY("id","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "card_attempts" ADD CONSTRAINT "card_attempts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_group_id_fk" FOREIGN KEY ("group_id","merchant_id") REFERENCES "public"."subscription_product_groups"("id","merchant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_products" ADD CONSTRAINT "group_products_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_product_groups" ADD CONSTRAINT "subscription_product_groups_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_id_fk" FOREIGN KEY ("refund_id","merchant_id") REFERENCES "public"."refunds"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_sessions" ADD CONSTRAINT "dashboard_sessions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_product_version_id_fk" FOREIGN KEY ("product_version_id","merchant_id") REFERENCES "public"."product_versions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_session_id_fk" FOREIGN KEY ("checkout_session_id","merchant_id") REFERENCES "public"."checkout_sessions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_version_id_fk" FOREIGN KEY ("product_version_id","merchant_id") REFERENCES "public"."product_versions"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fk" FOREIGN KEY ("customer_id","merchant_id") REFERENCES "public"."customers"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_changes" ADD CONSTRAINT "method_changes_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_changes" ADD CONSTRAINT "method_changes_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_links" ADD CONSTRAINT "portal_links_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_product_id_fk" FOREIGN KEY ("product_id","merchant_id") REFERENCES "public"."products"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD CONSTRAINT "refund_tickets_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD CONSTRAINT "refund_tickets_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tickets" ADD CONSTRAINT "refund_tickets_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fk" FOREIGN KEY ("order_id","merchant_id") REFERENCES "public"."orders"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fk" FOREIGN KEY ("payment_id","merchant_id") REFERENCES "public"."payments"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_ticket_id_fk" FOREIGN KEY ("ticket_id","merchant_id") REFERENCES "public"."refund_tickets"("id","merchant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyb_tickets" ADD CONSTRAINT "kyb_tickets_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_domains" ADD CONSTRAINT "sender_domains_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_emails" ADD CONSTRAINT "sender_emails_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_charge_key_sandbox_charges_key_fk" FOREIGN KEY ("charge_key") REFERENCES "public"."sandbox_charges"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_owner_id_merchants_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_suspended_with_merchants_id_fk" FOREIGN KEY ("suspended_with") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_clock_advances" ADD CONSTRAINT "test_clock_advances_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_position" ON "audit_entries" USING btree ("merchant_id","position");--> statement-breakpoint
CREATE INDEX "card_attempts_expiry" ON "card_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_key" ON "customers" USING btree ("store_id","environment","key","merchant_id");--> statement-breakpoint
CREATE INDEX "customers_last_order" ON "customers" USING btree ("store_id","environment","last_order_at","id");--> statement-breakpoint
CREATE INDEX "customers_first_order" ON "customers" USING btree ("store_id","environment","first_order_at","id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("store_id","environment",lower(email) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "emails_recipient" ON "emails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "emails_store" ON "emails" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_store_failed" ON "emails" USING btree ("store_id","environment","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "emails_order" ON "emails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("is_urgent","turn_of","next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "event_outbox_held" ON "event_outbox" USING btree ("object_id") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "event_outbox_new" ON "event_outbox" USING btree ("position") WHERE not is_history;--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("object_id","sequence");--> statement-breakpoint
CREATE INDEX "events_store" ON "events" USING btree ("store_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "events_trail" ON "events" USING btree ("store_id","environment","id");--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("merchant_id","id") WHERE store_id is null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_store" ON "ledger_entries" USING btree ("store_id","environment","currency","account");--> statement-breakpoint
CREATE INDEX "ledger_transactions_store" ON "ledger_transactions" USING btree ("store_id","environment","occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_payment" ON "ledger_transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_fingerprint" ON "api_keys" USING btree ("merchant_id","fingerprint");--> statement-breakpoint
CREATE INDEX "credentials_merchant" ON "credentials" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "dashboard_sessions_merchant" ON "dashboard_sessions" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "passkeys_merchant" ON "passkeys" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "two_factors_merchant" ON "two_factors" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "checkout_sessions_store" ON "checkout_sessions" USING btree ("store_id","environment","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_session" ON "orders" USING btree ("checkout_session_id","merchant_id");--> statement-breakpoint
CREATE INDEX "orders_store" ON "orders" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_type" ON "orders" USING btree ("store_id","environment","product_type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_status" ON "orders" USING btree ("store_id","environment","product_type","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_refunded" ON "orders" USING btree ("store_id","environment","created_at","id") WHERE refund_state <> 'none';--> statement-breakpoint
CREATE INDEX "orders_store_kept_trial" ON "orders" USING btree ("store_id","environment","created_at","id") WHERE status = 'active' and period_number = 0;--> statement-breakpoint
CREATE INDEX "orders_store_updated" ON "orders" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("store_id","environment",lower(buyer_email) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_bought" ON "orders" USING btree ("store_id","environment",coalesce(completed_at, started_at),"currency","total_minor","completed_at","started_at") WHERE coalesce(completed_at, started_at) is not null;--> statement-breakpoint
CREATE INDEX "orders_subscriptions" ON "orders" USING btree ("store_id","environment","started_at","ended_at","trial_ends_at","period_number","currency","billing_period","subtotal_minor","product_id") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_external" ON "orders" USING btree ("store_id","environment","merchant_external_id") WHERE merchant_external_id is not null;--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("store_id",lower(coalesce(buyer_identity, buyer_email)));--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_period_end" ON "orders" USING btree ("current_period_end") WHERE status = 'canceling';--> statement-breakpoint
CREATE INDEX "orders_next_charge" ON "orders" USING btree ("next_charge_at","id") WHERE next_charge_at is not null;--> statement-breakpoint
CREATE INDEX "orders_store_charge" ON "orders" USING btree ("store_id","environment",coalesce(next_charge_at, '9999-12-31T00:00:00Z'::timestamptz),"id") WHERE product_type = 'subscription';--> statement-breakpoint
CREATE INDEX "orders_remind" ON "orders" USING btree ("remind_at","id") WHERE remind_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_holding" ON "payments" USING btree ("order_id","period_number","merchant_id") WHERE status in ('processing', 'requires_action', 'succeeded');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_live" ON "payments" USING btree ("order_id","merchant_id") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt" ON "payments" USING btree ("order_id","attempt","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider" ON "payments" USING btree ("provider","provider_payment_id","merchant_id");--> statement-breakpoint
CREATE INDEX "payments_store" ON "payments" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_store_status" ON "payments" USING btree ("store_id","environment","status","created_at","id","currency");--> statement-breakpoint
CREATE INDEX "payments_store_updated" ON "payments" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_succeeded" ON "payments" USING btree ("store_id","environment","succeeded_at","currency","amount_minor","product_id","country") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("updated_at") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE INDEX "payments_unclosed" ON "payments" USING btree ("unclosed_since") WHERE unclosed_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "method_changes_open" ON "method_changes" USING btree ("order_id","merchant_id") WHERE status in ('processing', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_in_use" ON "payment_methods" USING btree ("order_id","merchant_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_provider" ON "payment_methods" USING btree ("order_id","provider","provider_method_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_links_token" ON "portal_links" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE INDEX "portal_links_expiry" ON "portal_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "portal_links_email" ON "portal_links" USING btree (lower(email),"created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_token" ON "portal_sessions" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE INDEX "portal_sessions_expiry" ON "portal_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "products_store" ON "products" USING btree ("store_id","type","id");--> statement-breakpoint
CREATE INDEX "products_store_newest" ON "products" USING btree ("store_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_tickets_open" ON "refund_tickets" USING btree ("payment_id","merchant_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "refund_tickets_store" ON "refund_tickets" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_tickets_store_status" ON "refund_tickets" USING btree ("store_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_tickets_store_updated" ON "refund_tickets" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "refund_tickets_queue" ON "refund_tickets" USING btree ("store_id","environment",(status = 'pending') desc,(case when status = 'pending' then updated_at end),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refund_tickets_order" ON "refund_tickets" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider","provider_refund_id","merchant_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_store" ON "refunds" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("store_id","environment","succeeded_at") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_store_status" ON "refunds" USING btree ("store_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_store_updated" ON "refunds" USING btree ("store_id","environment","updated_at","id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "request_log_store" ON "request_log" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_log_merchant" ON "request_log" USING btree ("merchant_id","created_at","id") WHERE store_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "kyb_tickets_open" ON "kyb_tickets" USING btree ("store_id","merchant_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "kyb_tickets_store" ON "kyb_tickets" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "kyb_tickets_queue" ON "kyb_tickets" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "sender_domains_domain" ON "sender_domains" USING btree ("store_id","domain","merchant_id");--> statement-breakpoint
CREATE INDEX "sender_domains_unproven" ON "sender_domains" USING btree ("checked_at") WHERE status = 'unproven';--> statement-breakpoint
CREATE INDEX "sender_domains_queue" ON "sender_domains" USING btree ("created_at") WHERE status = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "sender_emails_address" ON "sender_emails" USING btree ("store_id","email","merchant_id");--> statement-breakpoint
CREATE INDEX "sender_emails_queue" ON "sender_emails" USING btree ("created_at") WHERE status = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_token" ON "store_invitations" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_open" ON "store_invitations" USING btree ("store_id",lower(email),"merchant_id") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "store_invitations_store" ON "store_invitations" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "store_members_store" ON "store_members" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "stores_owner" ON "stores" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "stores_suspended" ON "stores" USING btree ("id") WHERE prod_suspended_at is not null or suspended_with is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "test_clock_advances_open" ON "test_clock_advances" USING btree ("store_id","merchant_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "test_clock_advances_store" ON "test_clock_advances" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_id" ON "webhook_attempts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_webhook" ON "webhook_attempts" USING btree ("webhook_id","started_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("webhook_id","object_id","sequence") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_object" ON "webhook_deliveries" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_store_failed" ON "webhook_deliveries" USING btree ("store_id","environment","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_keys_environment" ON "webhook_keys" USING btree ("environment","signs_from");--> statement-breakpoint
CREATE INDEX "webhooks_store" ON "webhooks" USING btree ("store_id","created_at");--> statement-breakpoint
-- Counts calls for all processes. Worthless after a crash, so unlogged: no write waits for the disk. Written by rate-limiter-flexible.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" varchar(64) PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
) WITH (fillfactor = 50);--> statement-breakpoint
-- Events and the audit trail.
CREATE FUNCTION "audit_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'events and the audit trail are append-only'; END $$;--> statement-breakpoint
CREATE FUNCTION "event_is_numbered"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "event_heads" AS "head" ("object_id", "merchant_id", "sequence") VALUES (NEW."object_id", NEW."merchant_id", 1)
  ON CONFLICT ("object_id", "merchant_id") DO UPDATE SET "sequence" = "head"."sequence" + 1 RETURNING "sequence" INTO NEW."sequence";
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "event_is_queued"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "event_outbox" ("event_id", "object_id") SELECT "id", "object_id" FROM "added" ORDER BY "object_id", "sequence"; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "events_no_truncate" BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "events_numbered" BEFORE INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION "event_is_numbered"();--> statement-breakpoint
CREATE TRIGGER "events_queued" AFTER INSERT ON "events" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "event_is_queued"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_truncate" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_append_only"();--> statement-breakpoint
-- The ledger.
CREATE FUNCTION "ledger_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;--> statement-breakpoint
CREATE FUNCTION "ledger_is_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT FROM "ledger_transactions" WHERE "id" = NEW."transaction_id" AND "merchant_id" = NEW."merchant_id") THEN
    RAISE EXCEPTION 'ledger entry % is of no transaction', NEW."id";
  END IF;
  IF (SELECT coalesce(sum("amount_minor"), 0) FROM "ledger_entries" WHERE "transaction_id" = NEW."transaction_id") <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW."transaction_id";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "ledger_books_once"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "ledger_movements" ("kind", "subject_id", "merchant_id") VALUES (NEW."kind", coalesce(NEW."refund_id", NEW."payment_id"), NEW."merchant_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_append_only" BEFORE UPDATE OR DELETE ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_no_truncate" BEFORE TRUNCATE ON "ledger_transactions" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_once" AFTER INSERT ON "ledger_transactions" FOR EACH ROW EXECUTE FUNCTION "ledger_books_once"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_is_balanced"();--> statement-breakpoint
CREATE TRIGGER "ledger_movements_append_only" BEFORE UPDATE OR DELETE ON "ledger_movements" FOR EACH ROW EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_movements_no_truncate" BEFORE TRUNCATE ON "ledger_movements" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();--> statement-breakpoint
-- Customers from orders, and what a payment repeats of its order.
CREATE FUNCTION "order_has_customer"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "customers" AS "known" ("id", "merchant_id", "store_id", "environment", "key", "identity", "email", "country", "orders", "first_order_at", "last_order_at") VALUES (NEW."id", NEW."merchant_id", NEW."store_id", NEW."environment", coalesce('id:' || NEW."buyer_identity", 'email:' || lower(NEW."buyer_email")), NEW."buyer_identity", NEW."buyer_email", NEW."billing_detail"->>'country', 1, coalesce(NEW."completed_at", NEW."started_at", NEW."created_at"), coalesce(NEW."completed_at", NEW."started_at", NEW."created_at")) ON CONFLICT ("store_id", "environment", "key", "merchant_id") DO UPDATE SET "orders" = "known"."orders" + 1, "email" = coalesce(excluded."email", "known"."email"), "country" = coalesce(excluded."country", "known"."country"), "first_order_at" = least("known"."first_order_at", excluded."first_order_at"), "last_order_at" = greatest("known"."last_order_at", excluded."last_order_at") RETURNING "id" INTO NEW."customer_id"; RETURN NEW; END $$;--> statement-breakpoint
CREATE FUNCTION "payment_has_order"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN SELECT "product_id", "billing_detail"->>'country' INTO NEW."product_id", NEW."country" FROM "orders" WHERE "id" = NEW."order_id"; RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER "orders_customer_inserted" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND (NEW."completed_at" IS NOT NULL OR NEW."started_at" IS NOT NULL) AND coalesce(NEW."buyer_identity", NEW."buyer_email") IS NOT NULL) EXECUTE FUNCTION "order_has_customer"();--> statement-breakpoint
CREATE TRIGGER "orders_customer_bought" BEFORE UPDATE OF "completed_at", "started_at" ON "orders" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND (NEW."completed_at" IS NOT NULL OR NEW."started_at" IS NOT NULL) AND coalesce(NEW."buyer_identity", NEW."buyer_email") IS NOT NULL) EXECUTE FUNCTION "order_has_customer"();--> statement-breakpoint
CREATE TRIGGER "payments_order" BEFORE INSERT ON "payments" FOR EACH ROW WHEN (NEW."product_id" IS NULL) EXECUTE FUNCTION "payment_has_order"();--> statement-breakpoint
-- Partitions by month (UTC). Old ones move into the schema "archive".
CREATE SCHEMA "archive";--> statement-breakpoint
-- The lowest id that can be made at a moment: as `idAt` in server/domain/ids.ts.
CREATE FUNCTION "first_id_at"("at" timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN (lpad(to_hex((extract(epoch from "at") * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;--> statement-breakpoint
-- Makes the partition for the month of a moment; false where it exists. Rows of that month move there from the default partition.
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
-- Makes the partition for everything up to the end of this month, the default partition, and the next three months.
CREATE FUNCTION pg_temp.make_first_partitions("parent" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until text := parent || '_until_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
  rest text := parent || '_rest';
  partkey text := substring(pg_get_partkeydef(parent::regclass) from '\((.*)\)');
  month timestamptz := date_trunc('month', now(), 'UTC');
  next_month timestamptz := date_trunc('month', month + interval '32 days', 'UTC');
  high text := CASE partkey WHEN 'created_at' THEN next_month::text ELSE first_id_at(next_month)::text END;
  guard record;
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', until, parent, high);
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', rest, parent);
  -- A partition does not inherit its parent's refusal to be truncated.
  FOR guard IN SELECT tgname, tgfoid::regproc AS refuses FROM pg_trigger WHERE tgrelid = parent::regclass AND tgtype & 32 = 32 LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, until, guard.refuses);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, rest, guard.refuses);
  END LOOP;
  FOR ahead IN 1..3 LOOP
    PERFORM make_month(parent, (month AT TIME ZONE 'UTC' + make_interval(months => ahead)) AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
SELECT pg_temp.make_first_partitions('events');--> statement-breakpoint
SELECT pg_temp.make_first_partitions('ledger_transactions');--> statement-breakpoint
SELECT pg_temp.make_first_partitions('ledger_entries');--> statement-breakpoint
SELECT pg_temp.make_first_partitions('request_log');--> statement-breakpoint
SELECT pg_temp.make_first_partitions('webhook_deliveries');--> statement-breakpoint
SELECT pg_temp.make_first_partitions('webhook_attempts');
