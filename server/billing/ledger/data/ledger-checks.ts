/** Checks that the ledger is consistent and matches the payments and refunds that it books. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';
import { type LedgerAccount, ledgerAccounts } from '../rules/ledger.ts';
import { type IdPrefix, ledgerChecks, type Scope } from './ledger-check-list.ts';

const scopeOf =
  (storeId: string | undefined): Scope =>
  (alias) =>
    storeId === undefined ? everyMerchant : sql`${everyMerchant} and ${sql.raw(alias)}.store_id = ${storeId}::uuid`;

/** The findings of one check: the number of rows, and the first of them. */
export interface LedgerProblem {
  readonly name: string;
  readonly description: string;
  readonly idPrefix: IdPrefix;
  readonly count: number;
  readonly examples: readonly { readonly id: string; readonly detail: string }[];
}

/** The account balances of one currency in one environment, over all checked stores; credits are negative. */
export type LedgerTotals = { readonly environment: Environment; readonly currency: string } & {
  readonly [Account in LedgerAccount]: bigint;
};

export interface LedgerProof {
  readonly transactions: number;
  readonly totals: readonly LedgerTotals[];
  /** Empty if the ledger is right. */
  readonly problems: readonly LedgerProblem[];
}

/** The number of rows that a finding lists. */
const maxExamples = 20;

/**
 * Checks the whole ledger, or one store's. `tx` has to be one snapshot (`repeatable read`), so that concurrent bookings are
 * seen whole or not at all. Takes no locks, and holds only the findings in memory.
 */
export async function checkLedger(tx: Tx, storeId?: string): Promise<LedgerProof> {
  const inScope = scopeOf(storeId);
  const {
    rows: [counted],
  } = await tx.execute<{ transactions: string }>(
    sql`select count(*) as transactions from ledger_transactions t where ${inScope('t')}`,
  );
  const problems: LedgerProblem[] = [];
  for (const { name, description, idPrefix, rows } of ledgerChecks) {
    const { rows: found } = await tx.execute<{ id: string; detail: string; total: string }>(sql`
      select id, detail, count(*) over () as total from (${rows(inScope)}) as found order by id, detail limit ${maxExamples}`);
    if (found.length === 0) continue;
    const examples = found.map(({ id, detail }) => ({ id, detail }));
    problems.push({ name, description, idPrefix, count: Number(found[0]?.total), examples });
  }
  return { transactions: Number(counted?.transactions), totals: await readTotals(tx, inScope), problems };
}

async function readTotals(tx: Tx, inScope: Scope): Promise<LedgerTotals[]> {
  const { rows } = await tx.execute<{
    environment: Environment;
    currency: string;
    account: LedgerAccount;
    sum: string;
  }>(sql`
    select e.environment, e.currency, e.account, sum(e.amount_minor) as sum from ledger_entries e
    where ${inScope('e')} group by e.environment, e.currency, e.account order by e.environment, e.currency`);
  const byCurrency = Map.groupBy(rows, ({ environment, currency }) => `${environment} ${currency}`);
  return [...byCurrency.values()].map((balances) => {
    const sumOf = (account: LedgerAccount) => BigInt(balances.find((row) => row.account === account)?.sum ?? 0);
    const { environment, currency } = balances[0] as (typeof rows)[number];
    const sums = Object.fromEntries(ledgerAccounts.map((account) => [account, sumOf(account)]));
    return { environment, currency, ...(sums as Record<LedgerAccount, bigint>) };
  });
}
