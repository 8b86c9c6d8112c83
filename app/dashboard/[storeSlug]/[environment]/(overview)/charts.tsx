import { Trend, type TrendRow } from '#components/dashboard/overview/trend.tsx';
import type { SalesPoint } from '#server/analytics/data/trend.ts';
import type { ShownRange } from '#server/analytics/rules/shown-range.ts';
import { currencyExponent } from '#server/domain/currencies.ts';
import { formatMoney } from '#server/domain/money.ts';
import { bucketInWords } from '#server/domain/range-words.ts';
import type { Currencies, Trends } from './overview-query.ts';

interface ChartsProps {
  shown: ShownRange;
  currencies: Promise<Currencies>;
  trends: Promise<Trends>;
}

/** Revenue and orders over time, compared with the previous period. */
export async function Charts({ shown, currencies, trends }: ChartsProps) {
  const [{ shown: currency }, { now, before }] = await Promise.all([currencies, trends]);
  const rows = (figureOf: (point: SalesPoint) => number, show: (value: number) => string): TrendRow[] =>
    now.map((point, index) => {
      const earlier = before[index];
      const value = figureOf(point);
      return {
        label: bucketInWords(point.start, shown.interval),
        value,
        shown: show(value),
        previous: earlier ? figureOf(earlier) : null,
        previousLabel: earlier ? bucketInWords(earlier.start, shown.interval) : null,
        previousShown: earlier ? show(figureOf(earlier)) : null,
      };
    });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Trend
        title="Revenue over time"
        rows={rows(
          ({ revenueMinor }) => revenueMinor,
          (amountMinor) => formatMoney(amountMinor, currency),
        )}
        kind="line"
        unitsPerStep={10 ** (currencyExponent(currency) ?? 0)}
        currency={currency}
        empty="No revenue in this period or the previous period."
      />
      <Trend
        title="Orders over time"
        rows={rows(({ orders }) => orders, String)}
        kind="bars"
        unitsPerStep={1}
        empty="No orders in this period or the previous period."
      />
    </div>
  );
}
