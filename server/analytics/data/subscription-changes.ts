/**
 * Plan changes in subscription figures. A change replaces one order by another, which continues it: the old order's end is
 * no churn, and the new order's start is no new subscription. A change into a trial does not continue the old order,
 * because nothing recurs until the trial ends.
 */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { periodsInYear } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { merchantsOf, ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, ofCurrency, owned, sumOf, timeParam } from './facts.ts';
import { endOfPaid, paidSince, wasPaidFor } from './subscription-conditions.ts';

const [origin, earlierOrders, laterOrders] = [
  alias(orders, 'origin'),
  alias(orders, 'earlier'),
  alias(orders, 'later'),
];

const yearlyOf = (order: typeof orders | typeof origin): SQL => {
  const cases = Object.entries(periodsInYear).map(
    ([period, times]) => sql`when ${order.billingPeriod} = ${period} then ${times}::bigint`,
  );
  return sql`(${order.subtotalMinor} * case ${sql.join(cases, sql` `)} end)`;
};

const sinceOf = (name: SQL): SQL => sql`coalesce(${name}.trial_ends_at, ${name}.started_at)`;

/** Whether `next` continues `before`; both are table names. */
const continues = (before: SQL, next: SQL): SQL => sql`(
  ${next}.change_origin_order_id = ${before}.id and ${before}.change_order_id = ${next}.id
  and ${next}.merchant_id = ${before}.merchant_id and ${before}.period_number >= 1 and ${next}.period_number >= 1
  and ${sinceOf(next)} = greatest(${sinceOf(before)}, ${before}.ended_at))`;

const [thisOrder, earlier, later, chain] = [sql`orders`, sql`earlier`, sql`later`, sql`chain`];

/** Whether another order continues this one. */
export const isContinued = (scope: ReadScope) =>
  and(
    isNotNull(orders.changeOrderId),
    sql`exists (select 1 from orders later where ${ofMerchants(laterOrders, scope)}
    and later.id = ${orders.changeOrderId} and ${continues(thisOrder, later)})`,
  );

/** Whether this order continues another one. */
export const isContinuation = (scope: ReadScope) =>
  and(
    isNotNull(orders.changeOriginOrderId),
    sql`exists (select 1 from orders earlier where ${ofMerchants(earlierOrders, scope)}
    and earlier.id = ${orders.changeOriginOrderId}
    and ${continues(earlier, thisOrder)})`,
  );

const chainColumns = (name: SQL): SQL =>
  sql`${name}.id, ${name}.merchant_id, ${name}.change_order_id, ${name}.change_origin_order_id, ${name}.period_number,
    ${name}.trial_ends_at, ${name}.started_at, ${name}.ended_at`;

/**
 * The first paid period of the first order in the chain of changes that leads to this one. Citus follows a chain only for one
 * merchant's orders.
 */
const sinceOfChain = (scope: ReadScope): SQL => sql`(
  with recursive chain as (
    select ${chainColumns(thisOrder)}
    union all
    select ${chainColumns(earlier)} from chain join orders earlier
      on ${ofMerchants(earlierOrders, scope)} and earlier.id = chain.change_origin_order_id and ${continues(earlier, chain)})
  select min(${sinceOf(chain)}) from chain)`;

/** The end of the last order in the chain of changes that begins with this one; null if it has not ended. */
export const endOfChain = (
  scope: ReadScope,
): SQL => sql`case when ${orders.changeOrderId} is null then ${orders.endedAt} else (
  with recursive chain as (
    select ${chainColumns(thisOrder)}, 0 as depth
    union all
    select ${chainColumns(later)}, depth + 1 from chain join orders later
      on ${ofMerchants(laterOrders, scope)} and later.id = chain.change_order_id and ${continues(chain, later)})
  select ended_at from chain order by depth desc limit 1) end`;

export interface PlanChanges {
  /** Changes in the range, and how many of them were of subscriptions whose order was active at its start. */
  readonly changes: number;
  readonly ofEarlier: number;
  /** The yearly prices of the orders before and after, and the sums of increases and decreases, in minor units. */
  readonly beforeMinor: number;
  readonly afterMinor: number;
  readonly increaseMinor: number;
  readonly decreaseMinor: number;
}

interface ChangeChoice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

/** The plan changes of a range. Reads the changed subscriptions alone. */
export async function readPlanChanges(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: ChangeChoice,
): Promise<PlanChanges> {
  const [before, after] = [yearlyOf(origin), yearlyOf(orders)];
  const [row] = await tx
    .select({
      changes: countWhere(sql`true`),
      ofEarlier: countWhere(sql`${sinceOf(sql`origin`)} < ${timeParam(range.from)}`),
      beforeMinor: sumOf(before),
      afterMinor: sumOf(after),
      increaseMinor: sumOf(sql`greatest(${after} - ${before}, 0)`),
      decreaseMinor: sumOf(sql`greatest(${before} - ${after}, 0)`),
    })
    .from(orders)
    .innerJoin(origin, continues(sql`origin`, thisOrder))
    .where(and(owned(orders, scope), isNotNull(orders.changeOriginOrderId), inRange(range), currencyIs(currency)));
  if (!row) throw new Error('a count returned no row');
  return row;
}

const inRange = (range: TimeRange) => during(paidSince, range);
const currencyIs = (currency: string | undefined) => ofCurrency(orders.currency, currency);

/** The ends in the range of orders that began in it, but continue a subscription that was active at its start. */
export async function countContinuedEnds(tx: Tx, scope: ReadScope, { range, currency }: ChangeChoice): Promise<number> {
  const hasEnded = and(wasPaidFor, isNotNull(orders.endedAt), during(endOfPaid, range));
  const countOf = (ofMerchant: ReadScope) =>
    tx.$count(
      orders,
      and(
        owned(orders, ofMerchant),
        isNotNull(orders.changeOriginOrderId),
        inRange(range),
        hasEnded,
        currencyIs(currency),
        sql`not coalesce(${isContinued(ofMerchant)}, false)`,
        sql`${sinceOfChain(ofMerchant)} < ${timeParam(range.from)}`,
      ),
    );
  let ends = 0;
  for (const ofMerchant of merchantsOf(scope)) ends += await countOf(ofMerchant);
  return ends;
}

/** Trials whose end is in the range, and which a paid plan replaced before. */
export async function countChangedTrials(tx: Tx, scope: ReadScope, { range, currency }: ChangeChoice): Promise<number> {
  const replacing = alias(orders, 'replacing');
  const isPaid = and(
    ofMerchants(replacing, scope),
    eq(replacing.merchantId, orders.merchantId),
    isNull(replacing.trialEndsAt),
  );
  const paid = tx
    .select({ id: replacing.changeOriginOrderId })
    .from(replacing)
    .where(and(isNotNull(replacing.changeOriginOrderId), isPaid, sql`${replacing.periodNumber} >= 1`));
  return await tx.$count(
    orders,
    and(
      owned(orders, scope),
      isNotNull(orders.changeOrderId),
      during(orders.trialEndsAt, range),
      eq(orders.periodNumber, 0),
      isNotNull(orders.endedAt),
      currencyIs(currency),
      inArray(orders.id, paid),
    ),
  );
}
