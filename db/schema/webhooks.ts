import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { WebhookChannel, WebhookEvent } from '../../server/domain/webhook.ts';
import { createdAt, key, updatedAt } from './columns.ts';
import { owner } from './tenant.ts';

/** Where a store wants to be told. `testMode` decides which environment's events go there. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: key(),
    ...owner(),
    channel: text('channel').$type<WebhookChannel>().notNull(),
    url: text('url').notNull(),
    events: jsonb('events').$type<readonly WebhookEvent[]>().notNull(),
    testMode: boolean('test_mode').notNull(),
    secret: text('secret'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('webhooks_store').on(table.storeId, table.createdAt)],
);
