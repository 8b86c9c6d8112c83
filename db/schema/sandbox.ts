/**
 * The sandbox payment provider's own memory. It stands for a machine outside: only `providers/payments/sandbox`
 * reads or writes it, on a connection of its own, never inside one of our transactions.
 */
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SandboxChargeStatus } from '#server/providers/rules/sandbox-cards.ts';
import { moment } from './columns.ts';

export const sandboxCharges = pgTable('sandbox_charges', {
  /** The caller's idempotency key: our payment's id. */
  key: uuid('key').primaryKey(),
  status: text('status').$type<SandboxChargeStatus>().notNull(),
  currency: text('currency').notNull(),
  /** 0: nothing was charged, a card was kept. */
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  cardBrand: text('card_brand').notNull(),
  cardLast4: text('card_last4').notNull(),
  declineCode: text('decline_code'),
  /**
   * A charge that takes its time (`processing`): when it ends, and how; null: well. Of one that waits for the buyer: when
   * their bank gives up, null for never, and how the charge ends once they have passed.
   */
  settlesAt: moment('settles_at'),
  settledDeclineCode: text('settled_decline_code'),
  /** Where the buyer's bank asks. */
  actionUrl: text('action_url'),
  /** The kept card that was used or made. */
  methodId: text('method_id'),
  createdAt: moment('created_at').notNull(),
});

/** Cards that were kept for later. Test numbers only: the sandbox takes no others. */
export const sandboxMethods = pgTable('sandbox_methods', {
  id: text('id').primaryKey(),
  number: text('number').notNull(),
  expiryMonth: integer('expiry_month').notNull(),
  expiryYear: integer('expiry_year').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const sandboxRefunds = pgTable('sandbox_refunds', {
  /** The caller's idempotency key. */
  key: uuid('key').primaryKey(),
  chargeKey: uuid('charge_key')
    .notNull()
    .references(() => sandboxCharges.key),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  status: text('status').$type<'succeeded' | 'failed'>().notNull(),
  createdAt: moment('created_at').notNull(),
});
