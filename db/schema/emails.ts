import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#server/domain/environments.ts';
import type { EmailContent, EmailKind, EmailStatus } from '#server/events/rules/email.ts';
import { createdAt, id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

/** Every email the service means to send, written with the change that calls for it and sent by the worker. */
export const emails = pgTable(
  'emails',
  {
    id: id(),
    /** Whose it is: the store's, or the account that it is about. The nil UUID: from before that was noted. */
    merchantId: uuid('merchant_id').notNull().default('00000000-0000-0000-0000-000000000000'),
    /** Which store and environment it is about. Null: about an account, not a store. */
    storeId: uuid('store_id'),
    environment: text('environment').$type<Environment>(),
    /** What it is. Null: from before that was noted. */
    kind: text('kind').$type<EmailKind>(),
    /** The order that it is about, if any. */
    orderId: uuid('order_id'),
    /** What happened that it tells of. Null: it was written down together with that, or before this was noted. */
    eventId: uuid('event_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** The plain text. */
    body: text('body').notNull(),
    /** What the HTML is made from when it goes out. Null: plain text only. */
    content: jsonb('letter').$type<EmailContent>(),
    /** As it went out. Null: it has not, or as plain text only. */
    html: text('html'),
    /** Whether somebody waits for it at a page: such a one goes out before all others. */
    isUrgent: boolean('is_urgent').notNull().default(false),
    /** Whose turn it takes: a merchant's. The nil UUID: from before there were turns. */
    queueMerchantId: uuid('turn_of').notNull().default('00000000-0000-0000-0000-000000000000'),
    status: text('status').$type<EmailStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    lastError: text('last_error'),
    /** When to try next: a claim moves it on, so it is lease and back-off in one. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    sentAt: moment('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    index('emails_created').on(table.createdAt),
    index('emails_recipient').on(table.recipient, table.createdAt),
    index('emails_store').on(table.storeId, table.environment, table.createdAt, table.id),
    // What is looked for when something went wrong: few among very many.
    index('emails_store_failed')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`status = 'failed'`),
    index('emails_order').on(table.orderId),
    // Each merchant's own queue, of either urgency: the next one's is found without reading all of the one before.
    index('emails_due').on(table.isUrgent, table.queueMerchantId, table.nextAttemptAt).where(sql`status = 'queued'`),
  ],
);
