/** The ledger: books movements of money, and reads balances and movements. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotRows, type Params } from '#db/hot-statement.ts';
import { ledgerEntries, ledgerTransactions, orders, payments, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid, newId } from '#server/domain/ids.ts';
import { isDemonstration } from '#server/domain/payment.ts';
import type { Payment } from '../../payments/payments.ts';
import { type LedgerAccount, type LedgerKind, ledgerEntriesOf } from '../rules/ledger.ts';

/** A movement of money for a payment, or for a refund of it. */
interface Movement {
  readonly kind: LedgerKind;
  readonly payment: Payment;
  readonly refund?: { readonly id: string; readonly amountMinor: number; readonly taxMinor: number };
}

/**
 * Books a movement as entries that sum to zero, in the transaction that makes it true. Skips amounts of zero and sandbox
 * payments in prod, where no money moves. Throws if the movement is booked already (`ledger_movements`).
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

/** Writes a transaction and its entries in one statement, because every payment does this. */
const booking = hotRows(
  (db, params: Params<typeof ledgerTransactions.$inferSelect>, lines: readonly Params<Line>[]) => {
    const { merchantId, storeId, environment, currency, id: transactionId } = params;
    const entries = lines.map(({ lineId: id, account, amountMinor }, index) => {
      const columns = { id, account, amountMinor, line: index + 1 };
      return { merchantId, storeId, environment, currency, transactionId, ...columns };
    });
    const transaction = db.insert(ledgerTransactions).values(columnsOf(ledgerTransactions, params)).getSQL();
    const statement = sql`with booked as (${transaction}) ${db.insert(ledgerEntries).values(entries).getSQL()}`;
    return { prepare: () => db.execute(statement) };
  },
);

interface LedgerScope {
  readonly storeId: string;
  readonly environment: Environment;
}

/** An account's balance in one currency; credits are negative. A bigint, because it may sum any number of amounts. */
export interface Balance {
  readonly currency: string;
  readonly account: LedgerAccount;
  readonly amountMinor: bigint;
}

/** The balances of one store in one environment, by currency and account, without balances of zero. */
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

const entrySum = (account: LedgerAccount) => sql`(
  select coalesce(sum(${ledgerEntries.amountMinor}), 0) from ${ledgerEntries}
  where ${ledgerEntries.transactionId} = ${ledgerTransactions.id} and ${ledgerEntries.account} = ${account})`;

/**
 * A page of the movements of one store in one environment, newest first. `after` is the ID of the previous page's last
 * movement; an ID out of scope starts the list over.
 */
export async function listMovements(
  tx: Tx,
  { storeId, environment }: LedgerScope,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<BookedMovement[]> {
  const isInScope = and(eq(ledgerTransactions.storeId, storeId), eq(ledgerTransactions.environment, environment));
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
        isInScope,
        cursor &&
          sql`(${ledgerTransactions.occurredAt}, ${ledgerTransactions.id}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt), desc(ledgerTransactions.id))
    .limit(limit);
}
