/**
 * The checks of the ledger, against itself and against the payments and refunds that it books. Each is one statement that
 * finds contradicting rows. It shares no code with the booking, so that a mistake there is not repeated here.
 */
import { type SQL, sql } from 'drizzle-orm';

/** The prefix of the rows' short IDs; `row` shows them as they are stored. */
export type IdPrefix = 'PAY' | 'REF' | 'STO' | 'row';

interface Check {
  readonly name: string;
  readonly description: string;
  readonly idPrefix: IdPrefix;
  /** Rows of `id` and `detail`, for all stores or one of them. */
  readonly rows: (inScope: Scope) => SQL;
}

/** The condition that a table, by its alias, holds a row in scope. */
export type Scope = (alias: string) => SQL;

/** The factors with which each account books a movement's amount and tax. */
const rules = sql`(values
  ('charge', 'provider_balance', 1, 0), ('charge', 'sales', -1, 1), ('charge', 'tax_payable', 0, -1),
  ('refund', 'refunds', 1, -1), ('refund', 'tax_payable', 0, 1), ('refund', 'provider_balance', -1, 0),
  ('refund_reversed', 'provider_balance', 1, 0), ('refund_reversed', 'refunds', -1, 1),
  ('refund_reversed', 'tax_payable', 0, -1),
  ('unusable_charge', 'provider_balance', 1, 0), ('unusable_charge', 'owed_to_buyers', -1, 0),
  ('give_back', 'owed_to_buyers', 1, 0), ('give_back', 'provider_balance', -1, 0),
  ('credit_granted', 'sales', 1, -1), ('credit_granted', 'tax_payable', 0, 1),
  ('credit_granted', 'buyer_credits', -1, 0),
  ('credit_used', 'buyer_credits', 1, 0), ('credit_used', 'sales', -1, 1), ('credit_used', 'tax_payable', 0, -1)
) as rule (kind, account, amount, tax)`;

/** The amount and the tax that a transaction books: of its refund, its payment, or the credit of its payment. */
const bookedAmount = sql`case t.kind
  when 'credit_used' then p.credit_used_minor
  when 'credit_granted' then (q.content -> 'change' ->> 'grantedMinor')::bigint
  else coalesce(r.amount_minor, p.amount_minor) end`;
const bookedTax = sql`case t.kind
  when 'credit_used' then p.credit_used_tax_minor
  when 'credit_granted' then (q.content -> 'change' ->> 'grantedTaxMinor')::bigint
  else coalesce(r.tax_minor, p.tax_minor) end`;

/** The payments that grant or use credit, by the kind of their movement. */
const creditsOfPayments = sql`
  select p.*, 'credit_used' as credit_kind from payments p where p.credit_used_minor > 0
  union all
  select p.*, 'credit_granted' from payments p join quotes q on q.id = p.quote_id and q.merchant_id = p.merchant_id
  where (q.content -> 'change' ->> 'grantedMinor')::bigint > 0`;

/** A sandbox payment in prod: a demonstration, in which no money moves and nothing is booked. */
const isSandboxInProd = (alias: string) => sql.raw(`(${alias}.environment = 'prod' and ${alias}.provider = 'sandbox')`);

/** How often a refund was booked and reversed. */
const refundBookings = sql`
  select refund_id, merchant_id, count(*) filter (where kind = 'refund') as booked,
    count(*) filter (where kind = 'refund_reversed') as reversed
  from ledger_transactions where refund_id is not null group by refund_id, merchant_id`;

export const ledgerChecks: readonly Check[] = [
  {
    name: 'unbalanced',
    description: 'Transactions whose entries do not sum to zero, or that have none',
    idPrefix: 'row',
    rows: (inScope) => sql`
      select t.id, coalesce(sum(e.amount_minor), 0) || ' ' || t.currency || ' in ' || count(e.id) || ' entries' as detail
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id and e.merchant_id = t.merchant_id
      where ${inScope('t')} group by t.id, t.currency having count(e.id) = 0 or sum(e.amount_minor) <> 0`,
  },
  {
    name: 'currency_unbalanced',
    description: 'Stores whose entries in one currency do not sum to zero',
    idPrefix: 'STO',
    rows: (inScope) => sql`
      select e.store_id as id, e.environment || ': ' || sum(e.amount_minor) || ' ' || e.currency as detail
      from ledger_entries e where ${inScope('e')} group by e.store_id, e.environment, e.currency
      having sum(e.amount_minor) <> 0`,
  },
  {
    name: 'entry_elsewhere',
    description:
      'Entries whose merchant, store, environment or currency differs from their transaction, or without one',
    idPrefix: 'row',
    rows: (inScope) => sql`
      select e.id, 'transaction ' || e.transaction_id as detail
      from ledger_entries e left join ledger_transactions t on t.id = e.transaction_id and t.merchant_id = e.merchant_id
      where (${inScope('e')} or ${inScope('t')})
        and (t.merchant_id, t.store_id, t.environment, t.currency)
          is distinct from (e.merchant_id, e.store_id, e.environment, e.currency)`,
  },
  {
    name: 'transaction_elsewhere',
    description:
      'Transactions whose merchant, store, environment or currency differs from what they book, or without a payment',
    idPrefix: 'row',
    rows: (inScope) => sql`
      select t.id, t.kind || ' of payment ' || t.payment_id as detail
      from ledger_transactions t
      left join payments p on p.id = t.payment_id and p.merchant_id = t.merchant_id
      left join refunds r on r.id = t.refund_id and r.merchant_id = t.merchant_id
      where (${inScope('t')} or ${inScope('p')})
        and ((p.merchant_id, p.store_id, p.environment, p.currency)
            is distinct from (t.merchant_id, t.store_id, t.environment, t.currency)
          or (t.kind in ('refund', 'refund_reversed')) <> (t.refund_id is not null)
          or (t.refund_id is not null and (r.payment_id, r.merchant_id, r.store_id, r.environment, r.currency)
            is distinct from (t.payment_id, t.merchant_id, t.store_id, t.environment, t.currency)))`,
  },
  {
    name: 'amounts_differ',
    description: 'Transactions whose amounts differ from their payment or refund',
    idPrefix: 'row',
    rows: (inScope) => sql`
      select moved.id, string_agg(moved.account || ' by ' || moved.off, ', ' order by moved.account) as detail
      from (
        select id, account, sum(amount) as off from (
          select e.transaction_id as id, e.account, e.amount_minor as amount from ledger_entries e where ${inScope('e')}
          union all
          select t.id, rule.account,
            -(rule.amount * ${bookedAmount} + rule.tax * ${bookedTax})
          from ledger_transactions t
          join payments p on p.id = t.payment_id and p.merchant_id = t.merchant_id
          left join refunds r on r.id = t.refund_id and r.merchant_id = t.merchant_id
          left join quotes q on q.id = p.quote_id and q.merchant_id = p.merchant_id
          join ${rules} on rule.kind = t.kind
          where ${inScope('t')}
        ) as both_sides group by id, account having sum(amount) <> 0
      ) as moved group by moved.id`,
  },
  {
    name: 'booked_twice',
    description: 'Payments with the same movement booked more than once',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select t.payment_id as id, count(*) || ' times ' || t.kind as detail
      from ledger_transactions t where ${inScope('t')}
      group by t.payment_id, t.refund_id, t.kind having count(*) > 1`,
  },
  {
    name: 'charge_missing',
    description: 'Payments that succeeded and are not booked',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, p.amount_minor || ' ' || p.currency as detail
      from payments p
      where p.status = 'succeeded' and p.amount_minor > 0 and not ${isSandboxInProd('p')} and ${inScope('p')}
        and not exists (select from ledger_transactions t where t.payment_id = p.id and t.merchant_id = p.merchant_id and t.kind = 'charge')`,
  },
  {
    name: 'charge_unearned',
    description: 'Payments that are booked but did not succeed, or have no amount',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, p.status || ', ' || p.amount_minor || ' ' || p.currency as detail
      from payments p
      where (p.status <> 'succeeded' or p.amount_minor = 0) and ${inScope('p')}
        and exists (select from ledger_transactions t where t.payment_id = p.id and t.merchant_id = p.merchant_id and t.kind = 'charge')`,
  },
  {
    name: 'charge_played',
    description: 'Sandbox payments in prod that are booked although no money moved',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, p.amount_minor || ' ' || p.currency as detail
      from payments p where ${isSandboxInProd('p')} and ${inScope('p')}
        and exists (select from ledger_transactions t where t.payment_id = p.id and t.merchant_id = p.merchant_id)`,
  },
  {
    name: 'credit_missing',
    description: 'Payments that succeeded and whose credit is not booked',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, p.credit_kind || ' ' || p.currency as detail
      from (${creditsOfPayments}) as p
      where p.status = 'succeeded' and not ${isSandboxInProd('p')} and ${inScope('p')}
        and not exists (select from ledger_transactions t where t.payment_id = p.id and t.merchant_id = p.merchant_id and t.kind = p.credit_kind)`,
  },
  {
    name: 'credit_unearned',
    description: 'Credit that is booked for a payment that did not succeed, or without credit',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select t.payment_id as id, t.kind || ' ' || t.currency as detail
      from ledger_transactions t
      where t.kind in ('credit_granted', 'credit_used') and ${inScope('t')} and not exists (
        select from (${creditsOfPayments}) as p
        where p.id = t.payment_id and p.merchant_id = t.merchant_id and p.credit_kind = t.kind and p.status = 'succeeded')`,
  },
  {
    name: 'credit_unmatched',
    description: 'Stores whose credit in the ledger differs from the credit of their subscriptions',
    idPrefix: 'STO',
    rows: (inScope) => sql`
      select store_id as id, environment || ': ' || sum(amount) || ' ' || currency as detail
      from (
        select e.store_id, e.environment, e.currency, -e.amount_minor as amount
        from ledger_entries e where e.account = 'buyer_credits' and ${inScope('e')}
        union all
        select o.store_id, o.environment, o.currency, -o.credit_minor
        from orders o where o.credit_minor > 0 and ${inScope('o')} and not exists (
          select from payments p where p.order_id = o.id and p.merchant_id = o.merchant_id and ${isSandboxInProd('p')})
      ) as both_sides group by store_id, environment, currency having sum(amount) <> 0`,
  },
  {
    name: 'refund_missing',
    description: 'Refunds that succeeded but are not booked, or bounced but are not reversed',
    idPrefix: 'REF',
    rows: (inScope) => sql`
      select r.id, r.status || ', ' || r.amount_minor || ' ' || r.currency as detail
      from refunds r left join (${refundBookings}) as b on b.refund_id = r.id and b.merchant_id = r.merchant_id
      where ${inScope('r')} and ((r.status = 'succeeded' and coalesce(b.booked, 0) = 0 and not ${isSandboxInProd('r')})
        or (r.status = 'failed' and b.booked > b.reversed))`,
  },
  {
    name: 'refund_unearned',
    description: 'Refunds that are booked or reversed against their status',
    idPrefix: 'REF',
    rows: (inScope) => sql`
      select r.id, r.status || ', booked ' || b.booked || ' times and back ' || b.reversed || ' times' as detail
      from refunds r join (${refundBookings}) as b on b.refund_id = r.id and b.merchant_id = r.merchant_id
      where ${inScope('r')} and (r.status = 'pending' or b.reversed > b.booked
        or (r.status = 'succeeded' and b.reversed > 0))`,
  },
  {
    // Payments that were given back before the ledger existed are not in it at all.
    name: 'give_back_unmatched',
    description: 'Late payments whose charge and refund do not match',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, 'taken ' || coalesce(b.taken, 0) || ' times, given back ' || coalesce(b.given_back, 0) || ' times'
        as detail
      from payments p left join (
        select payment_id, merchant_id, count(*) filter (where kind = 'unusable_charge') as taken,
          count(*) filter (where kind = 'give_back') as given_back
        from ledger_transactions where kind in ('unusable_charge', 'give_back')
        group by payment_id, merchant_id
      ) as b on b.payment_id = p.id and b.merchant_id = p.merchant_id
      where ${inScope('p')}
        and (b.payment_id is not null
          or (p.status = 'failed' and p.failure_code = 'came_too_late' and p.amount_minor > 0
            and p.unclosed_since is not null and not ${isSandboxInProd('p')}))
        and not coalesce(p.status = 'failed' and p.failure_code = 'came_too_late' and b.taken = 1
          and (b.given_back = (p.unclosed_since is null)::int or ${isSandboxInProd('p')}), false)`,
  },
  {
    name: 'refunded_too_much',
    description: 'Payments with refunds above the amount or the tax that was paid',
    idPrefix: 'PAY',
    rows: (inScope) => sql`
      select p.id, sum(r.amount_minor) || ' of ' || p.amount_minor || ' ' || p.currency || ', tax '
        || sum(r.tax_minor) || ' of ' || p.tax_minor as detail
      from payments p join refunds r on r.payment_id = p.id and r.merchant_id = p.merchant_id and r.status in ('pending', 'succeeded')
      where ${inScope('p')} group by p.id, p.merchant_id
      having sum(r.amount_minor) > p.amount_minor or sum(r.tax_minor) > p.tax_minor or p.status <> 'succeeded'`,
  },
];
