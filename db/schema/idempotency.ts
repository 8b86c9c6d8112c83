import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * First answers, stored for 24 hours. `scope` is caller + environment + path. Of the request, only a short digest of
 * each value is stored under its JSON path: enough to name differences, not enough to read. A row is either an answer
 * or the lease of a stepped call without an answer yet.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The merchant of the caller. */
    merchantId: uuid('merchant_id').notNull(),
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyDigests: jsonb('body_digests').$type<Readonly<Record<string, string>>>().notNull(),
    /** Status and body of the answer; null while the key is leased. */
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    createdAt: moment('created_at').notNull(),
    /** The call that leases the key, and until when; null once there is an answer. */
    holder: uuid('holder'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key, table.merchantId] }),
    index('idempotency_keys_age').on(table.createdAt),
    check(
      'idempotency_keys_lease_or_answer',
      sql`(holder is null) = (leased_until is null) and (leased_until is null) = (response_status is not null) and (response_status is null) = (response_body is null)`,
    ),
  ],
);
