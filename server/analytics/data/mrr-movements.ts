/** How MRR got from the start of a range to its end. */
import type { Tx } from '#db/client.ts';
import { monthlyMinor, yearlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { FigureScope } from './rollups.ts';
import { readPlanChanges } from './subscription-changes.ts';
import { readSubscriptionHistory, type SubscriptionHistory, sumsBefore, sumsIn } from './subscription-history.ts';

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

/** The MRR movements of a range, in one currency. `history` has the times of the range. */
export async function readMrrMovements(
  tx: Tx,
  scope: FigureScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
  history?: SubscriptionHistory,
): Promise<MrrMovements> {
  const [known, changes] = await Promise.all([
    history ?? readSubscriptionHistory(tx, scope, [range.from, range.to], currency),
    readPlanChanges(tx, scope, { range, currency }),
  ]);
  const [before, within] = [sumsBefore(known, range.from), sumsIn(known, range)];
  const yearlyOf = (sums: typeof before, kind: 'start' | 'end') =>
    sums
      .filter((sum) => sum.kind === kind)
      .reduce((total, { period, amountMinor }) => total + yearlyMinor({ [period]: amountMinor }), 0);
  const steps = [
    yearlyOf(before, 'start') - yearlyOf(before, 'end'),
    yearlyOf(within, 'start') - changes.afterMinor,
    changes.increaseMinor,
    -changes.decreaseMinor,
    changes.beforeMinor - yearlyOf(within, 'end'),
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
