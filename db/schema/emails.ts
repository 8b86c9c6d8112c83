import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { EmailStatus } from '../../server/domain/email.ts';
import { createdAt, key, moment } from './columns.ts';

/** Every email the service means to send, written with the change that calls for it and sent by the worker. */
export const emails = pgTable(
  'emails',
  {
    id: key(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    status: text('status').$type<EmailStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    lastError: text('last_error'),
    /** When to try next: a claim moves it on, so it is lease and back-off in one. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    sentAt: moment('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('emails_created').on(table.createdAt),
    index('emails_recipient').on(table.recipient, table.createdAt),
    index('emails_due').on(table.nextAttemptAt).where(sql`status = 'queued'`),
  ],
);
