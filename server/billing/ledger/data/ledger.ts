/** The ledger: books movements of money, and reads balances and movements. */
import { and, asc, desc, eq, type Placeholder, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn } from '#db/hot-statement.ts';
import {
  ledgerEntries,
  ledgerMovements,
  ledgerTransactions,
  orders,
  payments,
  productVersions,
} from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid, newId } from '#server/domain/ids.ts';
import { isDemonstration } from '#server/domain/payment.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Payment } from '../../payments/payments.ts';
import { type LedgerAccount, type LedgerKind, ledgerEntriesOf, requireBalanced } from '../rules/ledger.ts';

/** A movement of money for a payment, or for a refund of it. */
interface Movement {
  readonly kind: LedgerKind;
  readonly payment: Payment;
  readonly refund?: { readonly id: string; readonly amountMinor: number; readonly taxMinor: number };
  /** The credit of `credit_granted` and `credit_used`. */
  readonly credit?: { readonly amountMinor: number; readonly taxMinor: number };
}

/**
 * Books a movement as entries that sum to zero, in the transaction that makes it true. Skips amounts of zero and sandbox
 * payments in prod, where no money moves. Throws if the movement is booked already (`ledger_movements`).
 */
export const book = (tx: Tx, movement: Movement, now: Date): Promise<void> => bookAll(tx, [{ ...movement, now }]);

/** The movements of a successful payment: its charge, and the credit that it used. */
export function bookingsOf(payment: Payment, now: Date): (Movement & { readonly now: Date })[] {
  const { creditUsedMinor: amountMinor, creditUsedTaxMinor: taxMinor } = payment;
  const charge = { kind: 'charge' as const, payment, now };
  return amountMinor > 0
    ? [charge, { kind: 'credit_used', payment, credit: { amountMinor, taxMinor }, now }]
    : [charge];
}

/** Books several movements with one statement per merchant: see {@link book}. Does not wait: see `sendAhead`. */
export async function bookAll(tx: Tx, movements: readonly (Movement & { readonly now: Date })[]): Promise<void> {
  const booked = movements
    .filter(({ payment }) => !isDemonstration(payment))
    .map(bookedRows)
    .filter(({ entries }) => entries.length > 0);
  for (const [merchantId, own] of Map.groupBy(booked, ({ transaction }) => transaction.merchantId)) {
    const [first] = own;
    if (!first) continue;
    const values = {
      merchantId,
      paymentId: first.transaction.paymentId,
      transactions: recordsIn(
        ledgerTransactions,
        own.map(({ transaction }) => transaction),
      ),
      entries: recordsIn(
        ledgerEntries,
        own.flatMap(({ entries }) => entries),
      ),
      movements: recordsIn(
        ledgerMovements,
        own.map(({ transaction: { kind, refundId, paymentId } }) => ({ kind, subjectId: refundId ?? paymentId })),
      ),
    };
    await sendAhead(tx, booking, values);
  }
}

/** A movement's transaction and its entries. */
function bookedRows({ kind, payment, refund, credit, now }: Movement & { readonly now: Date }) {
  const { merchantId, storeId, environment, currency } = payment;
  const scope = { merchantId, storeId, environment, currency };
  const id = newId();
  const times = { occurredAt: now, createdAt: now };
  const transaction = { id, ...scope, kind, paymentId: payment.id, refundId: refund?.id ?? null, ...times };
  const entries = requireBalanced(ledgerEntriesOf(kind, credit ?? refund ?? payment)).map((entry, index) => ({
    id: newId(),
    ...scope,
    ...entry,
    transactionId: id,
    line: index + 1,
  }));
  return { transaction, entries };
}

interface Booking {
  readonly merchantId: string;
  /** One of the booked payments. */
  readonly paymentId: string;
  readonly transactions: string;
  readonly entries: string;
  readonly movements: string;
}

/**
 * The merchant is read from a payment's row. Citus finds the node by it, but not by a merchant in a JSON list. On the node
 * each insertion is a command of its own, so all of them must be CTEs of a `select`. Without the payment nothing would be
 * inserted: the division by zero then ends the transaction.
 */
const booking = hotStatement((db, { merchantId, paymentId, transactions, entries, movements }: Params<Booking>) => {
  const insertionTo = (table: PgTable, records: Placeholder) =>
    insertionOf(
      table,
      records,
      { merchantId: sql`${payments.merchantId}` },
      sql`cross join ${payments} where ${payments.id} = ${paymentId} and ${payments.merchantId} = ${merchantId}`,
    );
  const statement = sql`with booked as (${insertionTo(ledgerTransactions, transactions)} returning 1),
      moved as (${insertionTo(ledgerMovements, movements)}),
      entered as (${insertionTo(ledgerEntries, entries)}) select 1 / count(*) from booked`;
  return { prepare: () => db.execute(statement) };
});

interface LedgerScope extends StoreScope {
  readonly environment: Environment;
}

/** An account's balance in one currency; credits are negative. A bigint, because it may sum any number of amounts. */
export interface Balance {
  readonly currency: string;
  readonly account: LedgerAccount;
  readonly amountMinor: bigint;
}

/** The balances of one store in one environment, by currency and account, without balances of zero. */
export const listBalances = (tx: Tx, scope: LedgerScope): Promise<Balance[]> =>
  tx
    .select({
      currency: ledgerEntries.currency,
      account: ledgerEntries.account,
      amountMinor: sql<bigint>`sum(${ledgerEntries.amountMinor})`.mapWith(BigInt),
    })
    .from(ledgerEntries)
    .where(and(inStore(ledgerEntries, scope), eq(ledgerEntries.environment, scope.environment)))
    .groupBy(ledgerEntries.currency, ledgerEntries.account)
    .having(sql`sum(${ledgerEntries.amountMinor}) <> 0`)
    .orderBy(asc(ledgerEntries.currency), asc(ledgerEntries.account));

/** One movement of a store's money: the change of the provider's balance, and the tax in it. */
export interface BookedMovement {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly occurredAt: Date;
  readonly currency: string;
  readonly amountMinor: number;
  readonly taxMinor: number;
  readonly orderId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly refundId: string | null;
  readonly productName: string;
  readonly buyerEmail: string | null;
}

const entrySum = (merchantId: string, account: LedgerAccount) => sql`(
  select coalesce(sum(${ledgerEntries.amountMinor}), 0) from ${ledgerEntries}
  where ${ledgerEntries.merchantId} = ${merchantId}
    and ${refersTo(ledgerEntries, ledgerEntries.transactionId, ledgerTransactions)}
    and ${ledgerEntries.account} = ${account})`;

/**
 * A page of the movements of one store in one environment, newest first. `after` is the ID of the previous page's last
 * movement; an ID out of scope starts the list over.
 */
export async function listMovements(
  tx: Tx,
  scope: LedgerScope,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<BookedMovement[]> {
  const isInScope = and(inStore(ledgerTransactions, scope), eq(ledgerTransactions.environment, scope.environment));
  const start =
    after !== undefined && isUuid(after)
      ? tx
          .select({ at: ledgerTransactions.occurredAt, id: ledgerTransactions.id })
          .from(ledgerTransactions)
          .where(and(isInScope, eq(ledgerTransactions.id, after)))
      : undefined;
  const [cursor] = (await start) ?? [];
  return await tx
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      occurredAt: ledgerTransactions.occurredAt,
      currency: ledgerTransactions.currency,
      amountMinor: sql<number>`${entrySum(scope.merchantId, 'provider_balance')}`.mapWith(Number),
      taxMinor: sql<number>`-${entrySum(scope.merchantId, 'tax_payable')}`.mapWith(Number),
      orderId: payments.orderId,
      paymentId: ledgerTransactions.paymentId,
      provider: payments.provider,
      refundId: ledgerTransactions.refundId,
      productName: productVersions.name,
      buyerEmail: orders.buyerEmail,
    })
    .from(ledgerTransactions)
    .innerJoin(payments, refersTo(ledgerTransactions, ledgerTransactions.paymentId, payments))
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .where(
      and(
        isInScope,
        cursor &&
          sql`(${ledgerTransactions.occurredAt}, ${ledgerTransactions.id}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt), desc(ledgerTransactions.id))
    .limit(limit);
}
