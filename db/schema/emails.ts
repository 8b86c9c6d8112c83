import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    /** Whether somebody waits for it at a page: such a one goes out before all others. */
    isUrgent: boolean('is_urgent').notNull().default(false),
    /** Whose turn it takes: a merchant's. The nil UUID: from before there were turns. */
    turnOf: uuid('turn_of').notNull().default('00000000-0000-0000-0000-000000000000'),
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
    // Each merchant's own queue, of either urgency: the next one's is found without reading all of the one before.
    index('emails_due').on(table.isUrgent, table.turnOf, table.nextAttemptAt).where(sql`status = 'queued'`),
  ],
);
