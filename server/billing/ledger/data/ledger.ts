/** The ledger: what is booked when money moves, and what it comes to. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotRows, type Params } from '#db/hot-statement.ts';
import { ledgerEntries, ledgerTransactions, orders, payments, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid, newId } from '#server/domain/ids.ts';
import { isDemonstration } from '#server/domain/payment.ts';
import type { Payment } from '../../payments/payments.ts';
import { type LedgerAccount, type LedgerKind, ledgerEntriesOf } from '../rules/ledger.ts';

/** A movement of money: the payment's own, or that of a refund of it. */
interface Movement {
  readonly kind: LedgerKind;
  readonly payment: Payment;
  readonly refund?: { readonly id: string; readonly amountMinor: number; readonly taxMinor: number };
}

/**
 * Books a movement in the transaction in which it becomes true, as entries that sum to zero. Nothing is booked for
 * nothing, nor for what the sandbox pays in prod: no money moves there, and none is held or owed. Booked twice it fails:
 * `ledger_movements`.
 */
export async function book(tx: Tx, { kind, payment, refund }: Movement, now: Date): Promise<void> {
  if (isDemonstration(payment)) return;
  const entries = ledgerEntriesOf(kind, refund ?? payment);
  if (entries.length === 0) return;
  const { merchantId, storeId, environment, currency } = payment;
  const transaction = { id: newId(), merchantId, storeId, environment, kind, paymentId: payment.id, currency };
  await booking(
    tx,
    { ...transaction, refundId: refund?.id ?? null, occurredAt: now, createdAt: now },
    entries.map((entry) => ({ ...entry, lineId: newId() })),
  );
}

type Line = Pick<typeof ledgerEntries.$inferSelect, 'account' | 'amountMinor'> & { lineId: string };

/** A transaction with its entries as one statement: money moves a great deal. */
const booking = hotRows(
  (db, params: Params<typeof ledgerTransactions.$inferSelect>, lines: readonly Params<Line>[]) => {
    const { merchantId, storeId, environment, currency, id: transactionId } = params;
    const entries = lines.map(({ lineId: id, account, amountMinor }, place) => {
      const own = { id, account, amountMinor, line: place + 1 };
      return { merchantId, storeId, environment, currency, transactionId, ...own };
    });
    const transaction = db.insert(ledgerTransactions).values(columnsOf(ledgerTransactions, params)).getSQL();
    const statement = sql`with booked as (${transaction}) ${db.insert(ledgerEntries).values(entries).getSQL()}`;
    return { prepare: () => db.execute(statement) };
  },
);

/** Whose ledger it is. */
interface LedgerScope {
  readonly storeId: string;
  readonly environment: Environment;
}

/** What an account of a store comes to in one currency; credits are negative. A sum of any number of amounts. */
export interface Balance {
  readonly currency: string;
  readonly account: LedgerAccount;
  readonly amountMinor: bigint;
}

/** The balances of one store in one environment, by currency and account; those of nothing are left out. */
export const listBalances = (tx: Tx, { storeId, environment }: LedgerScope): Promise<Balance[]> =>
  tx
    .select({
      currency: ledgerEntries.currency,
      account: ledgerEntries.account,
      amountMinor: sql<bigint>`sum(${ledgerEntries.amountMinor})`.mapWith(BigInt),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.storeId, storeId), eq(ledgerEntries.environment, environment)))
    .groupBy(ledgerEntries.currency, ledgerEntries.account)
    .having(sql`sum(${ledgerEntries.amountMinor}) <> 0`)
    .orderBy(asc(ledgerEntries.currency), asc(ledgerEntries.account));

/** One movement of a store's money: what it did to what the provider holds, and how much of that is tax. */
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

const entrySum = (account: LedgerAccount) => sql`(
  select coalesce(sum(${ledgerEntries.amountMinor}), 0) from ${ledgerEntries}
  where ${ledgerEntries.transactionId} = ${ledgerTransactions.id} and ${ledgerEntries.account} = ${account})`;

/**
 * A page of the movements of one store in one environment, newest first; `after` is the id of the last one of the page
 * before. One that is not in scope is none: the list begins anew.
 */
export async function listMovements(
  tx: Tx,
  { storeId, environment }: LedgerScope,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<BookedMovement[]> {
  const mine = and(eq(ledgerTransactions.storeId, storeId), eq(ledgerTransactions.environment, environment));
  const start =
    after !== undefined && isUuid(after)
      ? tx
          .select({ at: ledgerTransactions.occurredAt, id: ledgerTransactions.id })
          .from(ledgerTransactions)
          .where(and(mine, eq(ledgerTransactions.id, after)))
      : undefined;
  const [place] = (await start) ?? [];
  return await tx
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      occurredAt: ledgerTransactions.occurredAt,
      currency: ledgerTransactions.currency,
      amountMinor: sql<number>`${entrySum('provider_balance')}`.mapWith(Number),
      taxMinor: sql<number>`-${entrySum('tax_payable')}`.mapWith(Number),
      orderId: payments.orderId,
      paymentId: ledgerTransactions.paymentId,
      provider: payments.provider,
      refundId: ledgerTransactions.refundId,
      productName: productVersions.name,
      buyerEmail: orders.buyerEmail,
    })
    .from(ledgerTransactions)
    .innerJoin(payments, eq(payments.id, ledgerTransactions.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(
      and(
        mine,
        place &&
          sql`(${ledgerTransactions.occurredAt}, ${ledgerTransactions.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt), desc(ledgerTransactions.id))
    .limit(limit);
}
