import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * First answers, kept for 24 hours. `scope` is caller + environment + path. Of the request only a short digest of
 * each value is kept, under its JSON path: enough to name what differs, not enough to read.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyDigests: jsonb('body_digests').$type<Readonly<Record<string, string>>>().notNull(),
    responseStatus: integer('response_status').notNull(),
    responseBody: text('response_body').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Of a call in steps that has no answer yet: whose the key is. Null otherwise. */
    holder: uuid('holder'),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);
