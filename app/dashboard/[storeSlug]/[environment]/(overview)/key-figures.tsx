import { changeOfAmount, changeOfShare } from '#components/dashboard/overview/change.ts';
import { FigureCard } from '#components/dashboard/overview/figure-card.tsx';
import { Link } from '#components/ui/link.tsx';
import { readAttempts } from '#server/analytics/data/payments.ts';
import type { SubscriptionHistory } from '#server/analytics/data/subscription-history.ts';
import { readSubscriptionSummary } from '#server/analytics/data/subscription-summary.ts';
import type { SalesPoint } from '#server/analytics/data/trend.ts';
import type { ShownRange } from '#server/analytics/rules/shown-range.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { Currencies, Found, Trends } from './overview-query.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const share = (value: number | null): string => (value === null ? '—' : percent.format(value));
const whole = new Intl.NumberFormat('en');
const sum = (points: readonly SalesPoint[], name: 'revenueMinor' | 'refundedMinor' | 'orders'): number =>
  points.reduce((total, point) => total + point[name], 0);

interface KeyFiguresProps {
  found: Found;
  shown: ShownRange;
  currencies: Promise<Currencies>;
  trends: Promise<Trends>;
  history: Promise<SubscriptionHistory>;
}

/** The store's key figures, compared with the previous period. */
export async function KeyFigures({ found, shown, currencies, trends, history }: KeyFiguresProps) {
  const { queuedRead, base } = found;
  const { scope, shown: currency } = await currencies;
  // Queued once the history is read: a waiting read would occupy a slot that the history needs.
  const summaryOf = async (range: TimeRange) => {
    const known = await history;
    return await queuedRead((tx) => readSubscriptionSummary(tx, scope, { range, currency }, known));
  };
  const [{ now, before }, attemptsNow, attemptsBefore, subs, subsBefore] = await Promise.all([
    trends,
    queuedRead((tx) => readAttempts(tx, scope, { range: shown.range, currency })),
    queuedRead((tx) => readAttempts(tx, scope, { range: shown.previous, currency })),
    summaryOf(shown.range),
    summaryOf(shown.previous),
  ]);
  const revenue = sum(now, 'revenueMinor');
  const orders = sum(now, 'orders');
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-6">
      <FigureCard
        title="Revenue"
        figure={formatMoney(revenue, currency)}
        change={changeOfAmount(revenue, sum(before, 'revenueMinor'))}
        note={
          <>
            Incl. tax · {formatMoney(sum(now, 'refundedMinor'), currency)} refunded ·{' '}
            <Link href={`${base}/balances`} className="text-link underline underline-offset-2">
              Balance
            </Link>
          </>
        }
        className="col-span-2"
      />
      <FigureCard
        title="Orders"
        figure={whole.format(orders)}
        change={changeOfAmount(orders, sum(before, 'orders'))}
        note="Paid orders and new subscriptions"
      />
      <FigureCard
        title="Active subscriptions"
        figure={whole.format(subs.activeAtEnd)}
        change={changeOfAmount(subs.activeAtEnd, subsBefore.activeAtEnd)}
        note={`MRR ${formatMoney(subs.mrrMinor, currency)} · ${whole.format(subs.trialingAtEnd)} trialing`}
      />
      <FigureCard
        title="Churn"
        figure={share(subs.churnRate)}
        change={changeOfShare(subs.churnRate, subsBefore.churnRate, true)}
        note={`${whole.format(subs.churned)} of ${whole.format(subs.activeAtStart)} canceled`}
      />
      <FigureCard
        title="Payment success"
        figure={share(attemptsNow.successRate)}
        change={changeOfShare(attemptsNow.successRate, attemptsBefore.successRate)}
        note={`${whole.format(attemptsNow.failed)} of ${whole.format(attemptsNow.attempts)} attempts failed`}
      />
    </div>
  );
}
