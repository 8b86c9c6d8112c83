import { Waterfall } from '#components/dashboard/overview/waterfall.tsx';
import { readMrrMovements } from '#server/analytics/data/mrr-movements.ts';
import type { SubscriptionHistory } from '#server/analytics/data/subscription-history.ts';
import type { ShownRange } from '#server/analytics/rules/shown-range.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Currencies, Found } from './overview-query.ts';

interface MrrWaterfallProps {
  found: Found;
  shown: ShownRange;
  currencies: Promise<Currencies>;
  history: Promise<SubscriptionHistory>;
}

/** How monthly recurring revenue changed in the period. */
export async function MrrWaterfall({ found, shown: { range }, currencies, history }: MrrWaterfallProps) {
  const { scope, shown: currency } = await currencies;
  const known = await history;
  const mrr = await found.queuedRead((tx) => readMrrMovements(tx, scope, { range, currency }, known));
  const level = (label: string, value: number) =>
    ({ label, kind: 'level', value, shown: formatMoney(value, currency) }) as const;
  const step = (label: string, value: number) => {
    const sign = value > 0 ? '+' : '';
    return { label, kind: 'step', value, shown: `${sign}${formatMoney(value, currency)}` } as const;
  };
  return (
    <Waterfall
      title="MRR changes"
      description="Monthly recurring revenue, without tax."
      empty="No subscriptions in this period."
      rows={[
        level('Start', mrr.startMinor),
        step('New', mrr.newMinor),
        step('Expansion', mrr.expansionMinor),
        step('Contraction', -mrr.contractionMinor),
        step('Churn', -mrr.churnMinor),
        level('End', mrr.endMinor),
      ]}
    />
  );
}
