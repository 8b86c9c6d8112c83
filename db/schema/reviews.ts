/** Reviews by operators: the businesses behind stores, and their sender addresses. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BusinessDetails, KybStatus } from '#server/stores/rules/kyb-ticket.ts';
import type { SenderStatus } from '#server/stores/rules/sender.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { merchants } from './merchants.ts';
import { keyOf, owner } from './tenant.ts';

/** Operators' accounts. While there are none, the first account is one. */
export const operators = pgTable('operators', {
  merchantId: uuid('merchant_id')
    .primaryKey()
    .references(() => merchants.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
});

/** Operator, time and note of the decision. `reviewedBy` is a merchant's id; null for the command line. */
const review = () => ({
  reviewedBy: uuid('reviewed_by'),
  reviewedAt: moment('reviewed_at'),
  reviewNote: text('review_note'),
});

export const kybTickets = pgTable(
  'kyb_tickets',
  {
    id: id(),
    ...owner(),
    status: text('status').$type<KybStatus>().notNull(),
    details: jsonb('details').$type<BusinessDetails>().notNull(),
    ...review(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    // One open ticket per store.
    uniqueIndex('kyb_tickets_open').on(table.storeId, table.merchantId).where(sql`status = 'pending'`),
    index('kyb_tickets_store').on(table.storeId, table.createdAt),
  ],
);

export const senderEmails = pgTable(
  'sender_emails',
  {
    id: id(),
    ...owner(),
    email: text('email').notNull(),
    status: text('status').$type<SenderStatus>().notNull(),
    /** SHA-256 of the emailed code, until it was entered. */
    codeDigest: text('code_digest'),
    codeExpiresAt: moment('code_expires_at'),
    codeAttempts: integer('code_attempts').notNull().default(0),
    ...review(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [keyOf(table), uniqueIndex('sender_emails_address').on(table.storeId, table.email, table.merchantId)],
);

export const senderDomains = pgTable(
  'sender_domains',
  {
    id: id(),
    ...owner(),
    domain: text('domain').notNull(),
    status: text('status').$type<SenderStatus>().notNull(),
    /** The value of the domain's TXT record that proves ownership. Public by nature. */
    dnsToken: text('dns_token').notNull(),
    /** When the worker last checked, and what was missing. */
    checkedAt: moment('checked_at'),
    checkProblem: text('check_problem'),
    ...review(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [keyOf(table), uniqueIndex('sender_domains_domain').on(table.storeId, table.domain, table.merchantId)],
);
