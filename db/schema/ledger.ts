/**
 * The ledger: double entry, append-only. A trigger refuses to change or remove a row, and another a transaction whose
 * entries do not sum to zero when it commits. Amounts in minor units; debits are positive, credits negative.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LedgerAccount, LedgerKind } from '../../server/domain/ledger.ts';
import { createdAt, key, moment } from './columns.ts';
import { payments } from './orders.ts';
import { refunds } from './refunds.ts';
import { refersTo, tenant } from './tenant.ts';

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: key(),
    ...tenant(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    paymentId: uuid('payment_id').notNull(),
    refundId: uuid('refund_id'),
    currency: text('currency').notNull(),
    /** When the money moved, on the store's clock. */
    occurredAt: moment('occurred_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    refersTo(table, table.paymentId, payments),
    refersTo(table, table.refundId, refunds),
    // Each movement is booked once: a payment is charged once, and given back as useless once; a refund is paid once.
    uniqueIndex('ledger_transactions_once').on(table.kind, sql`coalesce(refund_id, payment_id)`),
    index('ledger_transactions_store').on(table.storeId, table.environment, table.occurredAt, table.id),
    index('ledger_transactions_payment').on(table.paymentId),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: key(),
    ...tenant(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    line: smallint('line').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    currency: text('currency').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_line').on(table.transactionId, table.line),
    index('ledger_entries_store').on(table.storeId, table.environment, table.currency, table.account),
  ],
);
