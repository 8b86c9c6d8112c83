/** Where stores want to be told, what they were told, and with which keys it was signed. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ChaosShares, DeliveryStatus, WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import type { ChaosKind } from '#server/webhooks/rules/webhook-delivery.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { createdAt, environment, id, key, moment, updatedAt } from './columns.ts';
import { keyOf, owner, tenant } from './tenant.ts';

/** Where a store wants to be told. `testMode` decides which environment's events go there. */
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
    /** What is done to its deliveries on purpose, in test only. Null: nothing. */
    chaos: jsonb('chaos').$type<ChaosShares>(),
    /** Since when every attempt has failed. Null: the last one did not, or there was none. */
    failingSince: moment('failing_since'),
    /** Since when nothing is sent there; what happens meanwhile waits. Null: it is in use. */
    pausedAt: moment('paused_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [keyOf(table), index('webhooks_store').on(table.storeId, table.createdAt)],
);

/**
 * One event for one webhook. Its id is what the receiver tells repeats by; it is made from those of the two, and begins with
 * the event's time, so that the primary key has each event told to each webhook once, however often the worker dies
 * over it. A part for each month by that id. Times are real ones.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    ...tenant(),
    /** The webhook may be gone since. */
    webhookId: uuid('webhook_id').notNull(),
    channel: text('channel').$type<WebhookChannel>().notNull(),
    /** Null: of no event, but sent to try the webhook out. */
    eventId: uuid('event_id'),
    eventType: text('event_type').$type<WebhookEvent>().notNull(),
    /** The object whose deliveries go out one after the other, and the event's place among them. */
    objectId: uuid('object_id').notNull(),
    sequence: integer('sequence').notNull(),
    /** Whether it waits for the earlier ones of its object. */
    isOrdered: boolean('is_ordered').notNull().default(true),
    /** What chaos mode does to it. Null: nothing. */
    chaos: text('chaos').$type<ChaosKind>(),
    /** What was told, as JSON in the contract's form; a channel's own form is made from it. */
    body: text('body').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** How many attempts there were when its round of retries began: each that is sent again begins one. */
    roundStart: integer('round_start').notNull().default(0),
    /** When to try next: a claim moves it on, so it is lease and back-off in one. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    deliveredAt: moment('delivered_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    // Each webhook's own queue: what waits for one, however much, is not read to find another's.
    index('webhook_deliveries_due').on(table.webhookId, table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_order')
      .on(table.webhookId, table.objectId, table.sequence)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_store').on(table.storeId, table.environment, table.createdAt, table.id),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_age').on(table.createdAt),
    index('webhook_deliveries_object').on(table.objectId),
    // What is looked for when something went wrong: few among very many.
    index('webhook_deliveries_store_failed')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`status = 'failed'`),
    index('webhook_deliveries_failed').on(table.webhookId, table.createdAt, table.id).where(sql`status = 'failed'`),
  ],
);

/**
 * One request to a receiver, and what it answered. Kept as long as its delivery, and in the part of the same month. Written
 * while the delivery is locked, removed with it.
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
    /** As it was sent, in the channel's form. Null: just as the delivery has it. */
    requestBody: text('request_body'),
    /** Null: no answer came. */
    responseStatus: integer('response_status'),
    responseHeaders: jsonb('response_headers').$type<Readonly<Record<string, string>>>(),
    /** Its beginning. */
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

/** The platform's own key pairs: what is delivered is signed with one of them. */
export const webhookKeys = pgTable(
  'webhook_keys',
  {
    id: key(),
    environment: environment(),
    /** PEM. */
    publicKey: text('public_key').notNull(),
    /** PEM, encrypted with a key derived from APP_SECRET. */
    privateKey: text('private_key').notNull(),
    /** It signs from then, until a later one does. */
    signsFrom: moment('signs_from').notNull(),
    /** Until when it is published; null: for as long as it is the newest. */
    publishedUntil: moment('published_until'),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_keys_environment').on(table.environment, table.signsFrom)],
);
