/**
 * The sandbox payment provider's own memory. It stands for a machine outside: only `providers/payments/sandbox`
 * reads or writes it, on a connection of its own, never inside one of our transactions.
 */
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SandboxChargeStatus } from '../../server/domain/sandbox-cards.ts';
import { moment } from './columns.ts';

export const sandboxCharges = pgTable('sandbox_charges', {
  /** The caller's idempotency key: our payment's id. */
  key: uuid('key').primaryKey(),
  status: text('status').$type<SandboxChargeStatus>().notNull(),
  currency: text('currency').notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  cardBrand: text('card_brand').notNull(),
  cardLast4: text('card_last4').notNull(),
  declineCode: text('decline_code'),
  createdAt: moment('created_at').notNull(),
});
