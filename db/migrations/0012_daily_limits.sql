CREATE TABLE "daily_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"times" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "emails_limited";--> statement-breakpoint
DROP INDEX "portal_links_email";