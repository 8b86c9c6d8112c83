/**
 * The ledger: double entry, append-only. Triggers reject changes and deletions of rows. `book` and `ledger verify` check
 * that the entries of a transaction sum to zero. Amounts in minor units; debits are positive, credits negative. Partitioned by month: a
 * transaction and its entries belong to the month of its id.
 */
import { bigint, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { LedgerAccount, LedgerKind } from '#server/billing/ledger/rules/ledger.ts';
import { createdAt, id, moment } from './columns.ts';
import { payments } from './payments.ts';
import { refunds } from './refunds.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    ...tenant(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    paymentId: uuid('payment_id').notNull(),
    refundId: uuid('refund_id'),
    currency: text('currency').notNull(),
    /** When the money moved, by the store's clock. */
    occurredAt: moment('occurred_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.paymentId, payments),
    refersTo(table, table.refundId, refunds),
    index('ledger_transactions_store').on(table.storeId, table.environment, table.occurredAt, table.id),
  ],
);

/**
 * Booked movements. Each happens once: a payment is charged once and returned as useless once; a refund is paid once.
 * No index spans the months, so a booking adds a row here, which fails the second time.
 */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** The refund, or otherwise the payment. */
    subjectId: uuid('subject_id').notNull(),
    merchantId: uuid('merchant_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.kind, table.merchantId] })],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    ...tenant(),
    /**
     * Written with its transaction; both tables are append-only. With a foreign key, dropping a partition would scan
     * others.
     */
    transactionId: uuid('transaction_id').notNull(),
    line: smallint('line').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    currency: text('currency').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.line, table.merchantId] }),
    index('ledger_entries_store').on(table.storeId, table.environment, table.currency, table.account),
  ],
);
