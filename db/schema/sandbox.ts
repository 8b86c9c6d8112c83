/**
 * The state of the sandbox payment provider, which stands for an external machine: only `providers/payments/sandbox`
 * reads or writes it, on its own connection, never inside one of our transactions.
 */
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SandboxChargeStatus } from '#server/providers/rules/sandbox-cards.ts';
import { moment } from './columns.ts';

export const sandboxCharges = pgTable('sandbox_charges', {
  /** The caller's idempotency key: our payment's id. */
  key: uuid('key').primaryKey(),
  status: text('status').$type<SandboxChargeStatus>().notNull(),
  currency: text('currency').notNull(),
  /** 0: a card was saved without a charge. */
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  cardBrand: text('card_brand').notNull(),
  cardLast4: text('card_last4').notNull(),
  declineCode: text('decline_code'),
  /**
   * For a `processing` charge: when it ends, and its decline; null: it succeeds. For one that waits for the buyer: when
   * the bank gives up (null: never), and the outcome after confirmation.
   */
  settlesAt: moment('settles_at'),
  settledDeclineCode: text('settled_decline_code'),
  /** The page of the buyer's bank. */
  actionUrl: text('action_url'),
  /** The saved card that was used or created. */
  methodId: text('method_id'),
  createdAt: moment('created_at').notNull(),
});

/** Saved cards. Test numbers only: the sandbox accepts no others. */
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
