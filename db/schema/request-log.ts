import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#server/domain/environments.ts';
import { createdAt, id } from './columns.ts';

/**
 * API calls of the last 30 days, and earlier ones until their month ends. `id` is the response's X-Request-Id, which is
 * random, so partitions go by `created_at`. Bodies arrive masked.
 */
export const requestLog = pgTable(
  'request_log',
  {
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    /** Null if no store could be found: a failed signature, a GraphQL query. */
    storeId: uuid('store_id'),
    /** Null if the caller was not authenticated. */
    environment: text('environment').$type<Environment>(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    callerKind: text('caller_kind').notNull(),
    status: integer('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    replayed: boolean('replayed').notNull(),
    error: text('error'),
    hint: text('hint'),
    /** `json` keeps the order of the sent fields. */
    requestBody: json('request_body'),
    responseBody: json('response_body'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.merchantId, table.createdAt] }),
    index('request_log_store').on(table.storeId, table.createdAt, table.id).where(sql`store_id is not null`),
    index('request_log_merchant').on(table.merchantId, table.createdAt, table.id).where(sql`store_id is null`),
  ],
);
