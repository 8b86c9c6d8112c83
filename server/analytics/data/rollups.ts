/** Reads figures: finished days of large stores from their rollups, everything else from the rows. */
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dailyRollups, rollupMarks, rollupStores, stores } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { inStores, ofMerchants, onlyStores, type ReadScope, scopeOfStores } from '#server/platform/data/listing.ts';
import { isStoreOf } from '#server/platform/data/merchant-scope.ts';
import { liveDays, type RolledDays, type RollupMetric, splitRange } from '../rules/rollup.ts';
import { during, ofCurrency } from './facts.ts';
import { sourceRows } from './rollup-sources.ts';

interface RolledStore extends RolledDays {
  readonly merchantId: string;
  readonly storeId: string;
}

/** A scope, and the state of its stores with rollups. Without them, all figures are read live. */
export interface FigureScope extends ReadScope {
  readonly rolledStores?: readonly RolledStore[];
}

/** The scope with the rollups of its stores. */
export async function withRollups(tx: Tx, scope: ReadScope): Promise<FigureScope> {
  const marked = sql<
    string[]
  >`array(select distinct extract(epoch from ${rollupMarks.day})::bigint::text from ${rollupMarks}
    where ${rollupMarks.storeId} = ${rollupStores.storeId} and ${rollupMarks.environment} = ${rollupStores.environment}
      and ${rollupMarks.merchantId} = ${rollupStores.merchantId} and ${ofMerchants(rollupMarks, scope)}
      and ${lt(rollupMarks.day, rollupStores.rolledUntil)}
    order by 1)`;
  const { merchantId, storeId, rolledUntil } = rollupStores;
  const rows = await tx
    .select({ merchantId, storeId, rolledUntil, marked })
    .from(rollupStores)
    .innerJoin(stores, isStoreOf(rollupStores))
    .where(and(inStores(rollupStores, scope), eq(rollupStores.environment, scope.environment)));
  if (rows.length === 0) return scope;
  const daysOf = (seconds: readonly string[]) => seconds.map((second) => new Date(1000 * Number(second)));
  return { ...scope, rolledStores: rows.map((row) => ({ ...row, marked: daysOf(row.marked) })) };
}

export interface FigureChoice {
  /** Times that separate the figures of one statement. Days that contain such a time are read live. */
  readonly cuts?: readonly Date[];
  /** Without a start, all rows before `to`. */
  readonly range: Omit<TimeRange, 'from'> & { readonly from?: Date };
  readonly currency?: string | undefined;
}

/** No row is older. */
const beginning = new Date(0);

/**
 * A statement with the rows of a metric: `currency`, `key`, `at`, `count` and `amount`. The rows of rolled-up days are
 * summed, and their time is the start of the day.
 */
export function figureRows(
  metric: RollupMetric,
  scope: FigureScope,
  { range, currency, cuts = [] }: FigureChoice,
): SQL {
  const full: TimeRange = { from: beginning, ...range };
  const { rolledStores = [], ...live } = scope;
  const rolledIds = new Set(rolledStores.map(({ storeId }) => storeId));
  const others = onlyStores(live, (storeId) => !rolledIds.has(storeId));
  const parts = rolledStores.flatMap((one) => {
    const store = { ...one, marked: liveDays(one.marked, cuts) };
    const { rolled, live: ranges } = splitRange(full, store);
    const ofStore = { ...live, ...scopeOfStores([store]) };
    const rows = ranges.map((part) => sourceRows(metric, ofStore, part, currency));
    return rolled ? [rolledRows(metric, scope, store, { range: rolled, currency }), ...rows] : rows;
  });
  if (others.storeIds.length > 0 || parts.length === 0) {
    parts.push(sourceRows(metric, others, full, currency));
  }
  return sql`(${sql.join(parts, sql` union all `)}) as figures (currency, key, at, count, amount)`;
}

function rolledRows(
  metric: RollupMetric,
  { environment }: ReadScope,
  { merchantId, storeId, marked }: RolledStore,
  { range, currency }: { readonly range: TimeRange; readonly currency: string | undefined },
): SQL {
  const { day } = dailyRollups;
  const markedDays = `{${marked.map((each) => each.toISOString()).join(',')}}`;
  const isCounted = and(
    eq(dailyRollups.merchantId, merchantId),
    eq(dailyRollups.storeId, storeId),
    eq(dailyRollups.environment, environment),
    eq(dailyRollups.metric, metric),
    during(day, range),
    ofCurrency(dailyRollups.currency, currency),
    marked.length > 0 ? sql`${day} <> all(${markedDays}::timestamptz[])` : undefined,
  );
  const { key, count, amountMinor } = dailyRollups;
  return sql`select ${dailyRollups.currency}, ${key}, ${day}, ${count}, ${amountMinor} from ${dailyRollups}
    where ${isCounted}`;
}

/** Columns of {@link figureRows}, and their sums. */
export const figures = {
  currency: sql<string>`currency`,
  key: sql<string>`key`,
  at: sql`at`,
  count: sql<number>`sum(count)`.mapWith(Number),
  amountMinor: sql<number>`sum(amount)`.mapWith(Number),
};
