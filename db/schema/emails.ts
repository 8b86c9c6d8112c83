import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#server/domain/environments.ts';
import type { EmailContent, EmailKind, EmailStatus } from '#server/events/rules/email.ts';
import { createdAt, id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

/** Every email of the service, written in the transaction that triggers it and sent by the worker. */
export const emails = pgTable(
  'emails',
  {
    id: id(),
    /** The owner: the store's merchant, or the account. The nil UUID: from before owners were recorded. */
    merchantId: uuid('merchant_id').notNull().default('00000000-0000-0000-0000-000000000000'),
    /** The store and environment concerned. Null: the email concerns an account. */
    storeId: uuid('store_id'),
    environment: text('environment').$type<Environment>(),
    /** Null: from before kinds were recorded. */
    kind: text('kind').$type<EmailKind>(),
    /** The order concerned, if any. */
    orderId: uuid('order_id'),
    /** The event that triggered it. Null: written together with the change, or before triggers were recorded. */
    eventId: uuid('event_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** The plain text. */
    body: text('body').notNull(),
    /** The content from which the HTML is rendered on sending. Null: plain text only. */
    content: jsonb('letter').$type<EmailContent>(),
    /** The HTML as sent. Null: not sent yet, or plain text only. */
    html: text('html'),
    /** Whether a person is waiting for it: sent before all others. */
    isUrgent: boolean('is_urgent').notNull().default(false),
    /** The merchant whose queue it is in. The nil UUID: from before queues existed. */
    queueMerchantId: uuid('turn_of').notNull().default('00000000-0000-0000-0000-000000000000'),
    status: text('status').$type<EmailStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    lastError: text('last_error'),
    /** The time of the next attempt. A claim moves it forward, so it is lease and backoff in one. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    sentAt: moment('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    index('emails_store').on(table.storeId, table.environment, table.createdAt, table.id),
    // For lists of failures: few rows among very many.
    index('emails_store_failed')
      .on(table.storeId, table.environment, table.createdAt, table.id)
      .where(sql`status = 'failed'`),
    index('emails_order').on(table.orderId),
    // A queue per merchant and urgency: finding the next one's does not read the previous one's.
    index('emails_due').on(table.isUrgent, table.queueMerchantId, table.nextAttemptAt).where(sql`status = 'queued'`),
  ],
);
