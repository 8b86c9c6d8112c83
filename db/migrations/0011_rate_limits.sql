-- How often somebody called, counted by all processes together. Of no use after a crash, so not logged: nothing is waited for.
CREATE UNLOGGED TABLE "rate_limits" ("key" varchar(64) PRIMARY KEY NOT NULL, "points" integer NOT NULL, "expire" bigint NOT NULL) WITH (fillfactor = 50);
