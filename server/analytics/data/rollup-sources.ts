/** What each metric of the daily rollups counts. Rollups and live figures read the same rows. */
import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import type { RollupMetric } from '../rules/rollup.ts';
import { boughtAt, during, ofCurrency, owned } from './facts.ts';
import { endOfPaid, paidSince, wasPaidFor } from './subscription-conditions.ts';

interface Source {
  readonly table: typeof orders | typeof payments | typeof refunds;
  /** Tables for the key. Left joins, which PostgreSQL skips if the key is not used. */
  readonly joined?: SQL;
  /** When a row counts. */
  readonly moment: SQL;
  readonly condition?: SQL | undefined;
  /** A text. */
  readonly key: SQL;
  readonly amountMinor: SQL;
}

const none = sql`0::bigint`;
const textOf = (column: typeof payments.productId | typeof orders.productId): SQL => sql`coalesce(${column}::text, '')`;

const sources: Record<RollupMetric, Source> = {
  /** Payments, by product. */
  sale: {
    table: payments,
    moment: sql`${payments.succeededAt}`,
    key: textOf(payments.productId),
    amountMinor: sql`${payments.amountMinor}`,
  },
  /** Payments, by country; empty if it is not known. */
  sale_country: {
    table: payments,
    moment: sql`${payments.succeededAt}`,
    key: sql`coalesce(${payments.country}, '')`,
    amountMinor: sql`${payments.amountMinor}`,
  },
  /** Refunds, by product. A refund that bounced after its success has the status `failed` and does not count. */
  refund: {
    table: refunds,
    joined: sql`left join ${orders} on ${orders.id} = ${refunds.orderId} and ${orders.merchantId} = ${refunds.merchantId}`,
    moment: sql`${refunds.succeededAt}`,
    condition: sql`${refunds.status} = 'succeeded'`,
    key: textOf(orders.productId),
    amountMinor: sql`${refunds.amountMinor}`,
  },
  /** Payment attempts, by status. */
  attempt: {
    table: payments,
    moment: sql`${payments.createdAt}`,
    key: sql`${payments.status}`,
    amountMinor: none,
  },
  /** Failed payment attempts, by reason. */
  decline: {
    table: payments,
    moment: sql`${payments.createdAt}`,
    condition: sql`${payments.status} = 'failed'`,
    key: sql`coalesce(${payments.failureCode}, 'unknown')`,
    amountMinor: none,
  },
  /** Paid orders and started trials, by product. */
  order: {
    table: orders,
    moment: boughtAt(orders),
    key: textOf(orders.productId),
    amountMinor: sql`${orders.totalMinor}`,
  },
  /** Subscriptions by their first paid period, by billing period. */
  subscription_start: {
    table: orders,
    moment: paidSince,
    condition: wasPaidFor,
    key: sql`coalesce(${orders.billingPeriod}, '')`,
    amountMinor: sql`${orders.subtotalMinor}`,
  },
  /** The ends of these subscriptions; never before the first paid period. */
  subscription_end: {
    table: orders,
    moment: endOfPaid,
    condition: and(wasPaidFor, isNotNull(orders.endedAt)),
    key: sql`coalesce(${orders.billingPeriod}, '')`,
    amountMinor: sql`${orders.subtotalMinor}`,
  },
};

/** A statement with one row per counted row: `currency`, `key`, `at`, `count` and `amount`. */
export function sourceRows(metric: RollupMetric, scope: ReadScope, range: TimeRange, currency?: string): SQL {
  const { table, joined = sql``, moment, condition, key, amountMinor } = sources[metric];
  const isCounted = and(owned(table, scope), during(moment, range), ofCurrency(table.currency, currency), condition);
  return sql`select ${table.currency} as currency, ${key} as key, ${moment} as at, 1::bigint as count,
    ${amountMinor} as amount from ${table} ${joined} where ${isCounted}`;
}
