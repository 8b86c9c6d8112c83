/** How MRR got from the start of a range to its end. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { monthlyMinor, type Recurring, yearlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { bucketNumber, first, second, third } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';
import { readPlanChanges } from './subscription-changes.ts';

/** In minor units, all positive. `start` + `new` + `expansion` − `contraction` − `churn` = `end`, exactly. */
export interface MrrMovements {
  readonly startMinor: number;
  /** Of subscriptions with their first paid period in the range. */
  readonly newMinor: number;
  /** Of changes to plans that cost more, and less. */
  readonly expansionMinor: number;
  readonly contractionMinor: number;
  /** Of subscriptions that ended in the range. */
  readonly churnMinor: number;
  readonly endMinor: number;
}

/** The MRR movements of a range, in one currency. */
export async function readMrrMovements(
  tx: Tx,
  scope: FigureScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
): Promise<MrrMovements> {
  const choice = { range: { to: range.to }, currency, cuts: [range.from, range.to] };
  const movements = sql`(
    select 'start' as kind, at, key, amount from ${figureRows('subscription_start', scope, choice)}
    union all
    select 'end' as kind, at, key, amount from ${figureRows('subscription_end', scope, choice)}
  ) as movements (kind, at, key, amount)`;
  const kind = sql<'start' | 'end'>`kind`;
  const [rows, changes] = await Promise.all([
    tx
      .select({
        bucket: bucketNumber(figures.at, [range.from]),
        kind,
        period: figures.key,
        amountMinor: figures.amountMinor,
      })
      .from(movements)
      .groupBy(first, second, third),
    readPlanChanges(tx, scope, { range, currency }),
  ]);
  const yearlyOf = (inRange: boolean, wanted: 'start' | 'end') =>
    yearlyMinor(
      Object.fromEntries(
        rows
          .filter((row) => row.bucket === (inRange ? 1 : 0) && row.kind === wanted)
          .map(({ period, amountMinor }) => [period as keyof Recurring, amountMinor]),
      ),
    );
  const steps = [
    yearlyOf(false, 'start') - yearlyOf(false, 'end'),
    yearlyOf(true, 'start') - changes.afterMinor,
    changes.increaseMinor,
    -changes.decreaseMinor,
    changes.beforeMinor - yearlyOf(true, 'end'),
  ];
  const [startMinor = 0, newMinor = 0, expansionMinor = 0, contraction = 0, churn = 0] = roundSteps(steps);
  const endMinor = startMinor + newMinor + expansionMinor + contraction + churn;
  return {
    startMinor,
    newMinor,
    expansionMinor,
    contractionMinor: Math.abs(contraction),
    churnMinor: Math.abs(churn),
    endMinor,
  };
}

/** The monthly amounts of yearly steps. Each is the difference of two rounded sums, so that they add up exactly. */
function roundSteps(steps: readonly number[]): number[] {
  let [yearly, monthly] = [0, 0];
  return steps.map((step) => {
    const before = monthly;
    yearly += step;
    monthly = monthlyMinor({ yearly });
    return monthly - before;
  });
}
