/** Webhooks, their deliveries, and the signing keys. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ChaosShares, DeliveryStatus, WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import type { ChaosKind } from '#server/webhooks/rules/webhook-delivery.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { createdAt, environment, id, key, moment, updatedAt } from './columns.ts';
import { keyOf, owner, tenant } from './tenant.ts';

/** A store's webhook. `testMode` selects the environment whose events it receives. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    ...owner(),
    channel: text('channel').$type<WebhookChannel>().notNull(),
    url: text('url').notNull(),
    events: jsonb('events').$type<readonly WebhookEvent[]>().notNull(),
    testMode: boolean('test_mode').notNull(),
    secret: text('secret'),
    /** Chaos mode's shares, in test only. Null: off. */
    chaos: jsonb('chaos').$type<ChaosShares>(),
    /** When the current series of failures began. Null: the last attempt succeeded, or there was none. */
    failingSince: moment('failing_since'),
    /** When it was paused; new events wait. Null: active. */
    pausedAt: moment('paused_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [keyOf(table), index('webhooks_store').on(table.storeId, table.createdAt)],
);

/**
 * One event for one webhook. The id, by which receivers detect repeats, is derived from both and begins with the
 * event's time: the primary key guarantees one delivery per event and webhook even if the worker crashes repeatedly.
 * Partitioned by month of that id. Times are real.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    ...tenant(),
    /** The webhook may have been deleted since. */
    webhookId: uuid('webhook_id').notNull(),
    channel: text('channel').$type<WebhookChannel>().notNull(),
    /** Null: a sample instead of an event. */
    eventId: uuid('event_id'),
    eventType: text('event_type').$type<WebhookEvent>().notNull(),
    /** The object whose deliveries are sent in order, and the event's position. */
    objectId: uuid('object_id').notNull(),
    sequence: integer('sequence').notNull(),
    /** Whether it waits for earlier deliveries of its object. */
    isOrdered: boolean('is_ordered').notNull().default(true),
    /** The effect of chaos mode. Null: none. */
    chaos: text('chaos').$type<ChaosKind>(),
    /** The payload as JSON in the contract's form; channels derive their own forms. */
    body: text('body').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The number of attempts when the current round of retries began. Each resend begins a round. */
    roundStart: integer('round_start').notNull().default(0),
    /** The time of the next attempt. A claim moves it forward, so it is lease and backoff in one. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    deliveredAt: moment('delivered_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    // A queue per webhook: a long queue of one is not read to find another's.
    index('webhook_deliveries_due').on(table.webhookId, table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_order')
      .on(table.webhookId, table.objectId, table.sequence)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_store').on(table.storeId, table.environment, table.createdAt, table.id),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_object').on(table.objectId),
    // For lists of failures: few rows among very many.
    index('webhook_deliveries_store_failed')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`status = 'failed'`),
    index('webhook_deliveries_failed').on(table.webhookId, table.createdAt, table.id).where(sql`status = 'failed'`),
  ],
);

/**
 * One request to a receiver, and its answer. Stored as long as its delivery and in the same month's partition. Written
 * while the delivery is locked, deleted with it.
 */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: id(),
    ...tenant(),
    deliveryId: uuid('delivery_id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    /** From 1. */
    attempt: integer('attempt').notNull(),
    url: text('url').notNull(),
    requestHeaders: jsonb('request_headers').$type<Readonly<Record<string, string>>>().notNull(),
    /** The body in the channel's form. Null: equal to the delivery's. */
    requestBody: text('request_body'),
    /** Null: no answer. */
    responseStatus: integer('response_status'),
    responseHeaders: jsonb('response_headers').$type<Readonly<Record<string, string>>>(),
    /** Its start. */
    responseBody: text('response_body'),
    isSuccess: boolean('is_success').notNull(),
    error: text('error'),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.attempt, table.merchantId] }),
    index('webhook_attempts_id').on(table.id),
    index('webhook_attempts_webhook').on(table.webhookId, table.startedAt),
  ],
);

/** The platform's key pairs that sign deliveries. */
export const webhookKeys = pgTable('webhook_keys', {
  id: key(),
  environment: environment(),
  /** PEM. */
  publicKey: text('public_key').notNull(),
  /** PEM, encrypted with a key derived from APP_SECRET. */
  privateKey: text('private_key').notNull(),
  /** It signs from this time until a later key does. */
  signsFrom: moment('signs_from').notNull(),
  /** The end of its publication; null while it is the newest key. */
  publishedUntil: moment('published_until'),
  createdAt: createdAt(),
});
