/**
 * Proof that the ledger agrees with itself and with what it books. Each check is one statement that finds the rows which
 * contradict it, written without the code that books: a mistake there is not repeated here.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type LedgerAccount, ledgerAccounts } from '../rules/ledger.ts';

/** What the rows of a check are: their ids are shown with that prefix, or as they are. */
type Found = 'PAY' | 'REF' | 'STO' | 'row';

interface Check {
  readonly name: string;
  readonly says: string;
  readonly finds: Found;
  /** Rows of `id` and `detail`, of one store where one is given. */
  readonly rows: (of: Scope) => SQL;
}

/** The condition that a table, by its alias, holds a row in scope. */
type Scope = (alias: string) => SQL;

const scopeOf =
  (storeId: string | undefined): Scope =>
  (alias) =>
    storeId === undefined ? sql`true` : sql`${sql.raw(alias)}.store_id = ${storeId}::uuid`;

/** How often each account takes a movement's amount, and how often its tax. */
const rules = sql`(values
  ('charge', 'provider_balance', 1, 0), ('charge', 'sales', -1, 1), ('charge', 'tax_payable', 0, -1),
  ('refund', 'refunds', 1, -1), ('refund', 'tax_payable', 0, 1), ('refund', 'provider_balance', -1, 0),
  ('refund_reversed', 'provider_balance', 1, 0), ('refund_reversed', 'refunds', -1, 1),
  ('refund_reversed', 'tax_payable', 0, -1),
  ('unusable_charge', 'provider_balance', 1, 0), ('unusable_charge', 'owed_to_buyers', -1, 0),
  ('give_back', 'owed_to_buyers', 1, 0), ('give_back', 'provider_balance', -1, 0)
) as rule (kind, account, amount, tax)`;

/** That no money moved: the sandbox pays in prod for demonstrations only, and nothing of it has to be booked. */
const isPlayed = (alias: string) => sql.raw(`(${alias}.environment = 'prod' and ${alias}.provider = 'sandbox')`);

/** How often a refund was booked, and booked back. */
const refundBookings = sql`
  select refund_id, count(*) filter (where kind = 'refund') as booked,
    count(*) filter (where kind = 'refund_reversed') as reversed
  from ledger_transactions where refund_id is not null group by refund_id`;

const checks: readonly Check[] = [
  {
    name: 'unbalanced',
    says: 'Transactions whose entries do not sum to zero, or that have none',
    finds: 'row',
    rows: (of) => sql`
      select t.id, coalesce(sum(e.amount_minor), 0) || ' ' || t.currency || ' in ' || count(e.id) || ' entries' as detail
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      where ${of('t')} group by t.id, t.currency having count(e.id) = 0 or sum(e.amount_minor) <> 0`,
  },
  {
    name: 'currency_unbalanced',
    says: 'Stores whose entries in one currency do not sum to zero',
    finds: 'STO',
    rows: (of) => sql`
      select e.store_id as id, e.environment || ': ' || sum(e.amount_minor) || ' ' || e.currency as detail
      from ledger_entries e where ${of('e')} group by e.store_id, e.environment, e.currency
      having sum(e.amount_minor) <> 0`,
  },
  {
    name: 'entry_elsewhere',
    says: 'Entries that are of another merchant, store, environment or currency than their transaction, or of none',
    finds: 'row',
    rows: (of) => sql`
      select e.id, 'transaction ' || e.transaction_id as detail
      from ledger_entries e left join ledger_transactions t on t.id = e.transaction_id
      where (${of('e')} or ${of('t')})
        and (t.merchant_id, t.store_id, t.environment, t.currency)
          is distinct from (e.merchant_id, e.store_id, e.environment, e.currency)`,
  },
  {
    name: 'transaction_elsewhere',
    says: 'Transactions that are of another merchant, store, environment or currency than what they book, or of none',
    finds: 'row',
    rows: (of) => sql`
      select t.id, t.kind || ' of payment ' || t.payment_id as detail
      from ledger_transactions t
      left join payments p on p.id = t.payment_id left join refunds r on r.id = t.refund_id
      where (${of('t')} or ${of('p')})
        and ((p.merchant_id, p.store_id, p.environment, p.currency)
            is distinct from (t.merchant_id, t.store_id, t.environment, t.currency)
          or (t.kind in ('refund', 'refund_reversed')) <> (t.refund_id is not null)
          or (t.refund_id is not null and (r.payment_id, r.merchant_id, r.store_id, r.environment, r.currency)
            is distinct from (t.payment_id, t.merchant_id, t.store_id, t.environment, t.currency)))`,
  },
  {
    name: 'amounts_differ',
    says: 'Transactions that book other amounts than the payment or refund that they are of',
    finds: 'row',
    rows: (of) => sql`
      select moved.id, string_agg(moved.account || ' by ' || moved.off, ', ' order by moved.account) as detail
      from (
        select id, account, sum(amount) as off from (
          select e.transaction_id as id, e.account, e.amount_minor as amount from ledger_entries e where ${of('e')}
          union all
          select t.id, rule.account,
            -(rule.amount * coalesce(r.amount_minor, p.amount_minor) + rule.tax * coalesce(r.tax_minor, p.tax_minor))
          from ledger_transactions t
          join payments p on p.id = t.payment_id left join refunds r on r.id = t.refund_id
          join ${rules} on rule.kind = t.kind
          where ${of('t')}
        ) as both_sides group by id, account having sum(amount) <> 0
      ) as moved group by moved.id`,
  },
  {
    name: 'booked_twice',
    says: 'Payments with the same movement booked more than once',
    finds: 'PAY',
    rows: (of) => sql`
      select t.payment_id as id, count(*) || ' times ' || t.kind as detail
      from ledger_transactions t where ${of('t')}
      group by t.payment_id, t.refund_id, t.kind having count(*) > 1`,
  },
  {
    name: 'charge_missing',
    says: 'Payments that succeeded and are not booked',
    finds: 'PAY',
    rows: (of) => sql`
      select p.id, p.amount_minor || ' ' || p.currency as detail
      from payments p
      where p.status = 'succeeded' and p.amount_minor > 0 and not ${isPlayed('p')} and ${of('p')}
        and not exists (select from ledger_transactions t where t.payment_id = p.id and t.kind = 'charge')`,
  },
  {
    name: 'charge_unearned',
    says: 'Payments that are booked and did not succeed, or were for nothing',
    finds: 'PAY',
    rows: (of) => sql`
      select p.id, p.status || ', ' || p.amount_minor || ' ' || p.currency as detail
      from payments p
      where (p.status <> 'succeeded' or p.amount_minor = 0) and ${of('p')}
        and exists (select from ledger_transactions t where t.payment_id = p.id and t.kind = 'charge')`,
  },
  {
    name: 'charge_played',
    says: 'Payments of the sandbox in prod that are booked, though no money moved',
    finds: 'PAY',
    rows: (of) => sql`
      select p.id, p.amount_minor || ' ' || p.currency as detail
      from payments p where ${isPlayed('p')} and ${of('p')}
        and exists (select from ledger_transactions t where t.payment_id = p.id)`,
  },
  {
    name: 'refund_missing',
    says: 'Refunds that succeeded and are not booked, or bounced and are not booked back',
    finds: 'REF',
    rows: (of) => sql`
      select r.id, r.status || ', ' || r.amount_minor || ' ' || r.currency as detail
      from refunds r left join (${refundBookings}) as b on b.refund_id = r.id
      where ${of('r')} and ((r.status = 'succeeded' and coalesce(b.booked, 0) = 0 and not ${isPlayed('r')})
        or (r.status = 'failed' and b.booked > b.reversed))`,
  },
  {
    name: 'refund_unearned',
    says: 'Refunds that are booked, or booked back, against what became of them',
    finds: 'REF',
    rows: (of) => sql`
      select r.id, r.status || ', booked ' || b.booked || ' times and back ' || b.reversed || ' times' as detail
      from refunds r join (${refundBookings}) as b on b.refund_id = r.id
      where ${of('r')} and (r.status = 'pending' or b.reversed > b.booked
        or (r.status = 'succeeded' and b.reversed > 0))`,
  },
  {
    // Payments that were given back before there was a ledger are not in it: neither half is.
    name: 'give_back_unmatched',
    says: 'Payments that took money for nothing, where what was taken and given back does not fit',
    finds: 'PAY',
    rows: (of) => sql`
      select p.id, 'taken ' || coalesce(b.taken, 0) || ' times, given back ' || coalesce(b.given_back, 0) || ' times'
        as detail
      from payments p left join (
        select payment_id, count(*) filter (where kind = 'unusable_charge') as taken,
          count(*) filter (where kind = 'give_back') as given_back
        from ledger_transactions where kind in ('unusable_charge', 'give_back') group by payment_id
      ) as b on b.payment_id = p.id
      where ${of('p')}
        and (b.payment_id is not null
          or (p.status = 'failed' and p.failure_code = 'came_too_late' and p.amount_minor > 0
            and p.unclosed_since is not null and not ${isPlayed('p')}))
        and not coalesce(p.status = 'failed' and p.failure_code = 'came_too_late' and b.taken = 1
          and (b.given_back = (p.unclosed_since is null)::int or ${isPlayed('p')}), false)`,
  },
  {
    name: 'refunded_too_much',
    says: 'Payments of which more is given back than was paid, in all or of the tax',
    finds: 'PAY',
    rows: (of) => sql`
      select p.id, sum(r.amount_minor) || ' of ' || p.amount_minor || ' ' || p.currency || ', tax '
        || sum(r.tax_minor) || ' of ' || p.tax_minor as detail
      from payments p join refunds r on r.payment_id = p.id and r.status in ('pending', 'succeeded')
      where ${of('p')} group by p.id, p.merchant_id
      having sum(r.amount_minor) > p.amount_minor or sum(r.tax_minor) > p.tax_minor or p.status <> 'succeeded'`,
  },
];

/** What is wrong, by one check: how many rows, and the first of them. */
export interface LedgerProblem {
  readonly name: string;
  readonly says: string;
  readonly finds: Found;
  readonly count: number;
  readonly examples: readonly { readonly id: string; readonly detail: string }[];
}

/** What the accounts of one currency come to in one environment, over all stores looked at; credits are negative. */
export type LedgerTotals = { readonly environment: Environment; readonly currency: string } & {
  readonly [Account in LedgerAccount]: bigint;
};

export interface LedgerProof {
  readonly transactions: number;
  readonly totals: readonly LedgerTotals[];
  /** Empty: the ledger is right. */
  readonly problems: readonly LedgerProblem[];
}

/** How many rows of one check are named. */
const maxExamples = 20;

/**
 * Checks the whole ledger, or one store's. `tx` has to be one snapshot (`repeatable read`): what is booked meanwhile is
 * seen whole or not at all. Takes no lock, and memory here for what it finds only.
 */
export async function checkLedger(tx: Tx, storeId?: string): Promise<LedgerProof> {
  const of = scopeOf(storeId);
  const {
    rows: [counted],
  } = await tx.execute<{ transactions: string }>(
    sql`select count(*) as transactions from ledger_transactions t where ${of('t')}`,
  );
  const problems: LedgerProblem[] = [];
  for (const { name, says, finds, rows } of checks) {
    const { rows: found } = await tx.execute<{ id: string; detail: string; total: string }>(sql`
      select id, detail, count(*) over () as total from (${rows(of)}) as found order by id, detail limit ${maxExamples}`);
    if (found.length === 0) continue;
    const examples = found.map(({ id, detail }) => ({ id, detail }));
    problems.push({ name, says, finds, count: Number(found[0]?.total), examples });
  }
  return { transactions: Number(counted?.transactions), totals: await readTotals(tx, of), problems };
}

async function readTotals(tx: Tx, of: Scope): Promise<LedgerTotals[]> {
  const { rows } = await tx.execute<{
    environment: Environment;
    currency: string;
    account: LedgerAccount;
    sum: string;
  }>(sql`
    select e.environment, e.currency, e.account, sum(e.amount_minor) as sum from ledger_entries e
    where ${of('e')} group by e.environment, e.currency, e.account order by e.environment, e.currency`);
  const byCurrency = Map.groupBy(rows, ({ environment, currency }) => `${environment} ${currency}`);
  return [...byCurrency.values()].map((ofCurrency) => {
    const sumOf = (account: LedgerAccount) => BigInt(ofCurrency.find((row) => row.account === account)?.sum ?? 0);
    const { environment, currency } = ofCurrency[0] as (typeof rows)[number];
    const sums = Object.fromEntries(ledgerAccounts.map((account) => [account, sumOf(account)]));
    return { environment, currency, ...(sums as Record<LedgerAccount, bigint>) };
  });
}
