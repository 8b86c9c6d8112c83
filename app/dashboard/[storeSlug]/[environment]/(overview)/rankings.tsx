import { Ranking } from '#components/dashboard/overview/ranking.tsx';
import { readDeclines } from '#server/analytics/data/payments.ts';
import { listTopProducts } from '#server/analytics/data/products.ts';
import { listRevenueByCountry } from '#server/analytics/data/revenue.ts';
import type { ShownRange } from '#server/analytics/rules/shown-range.ts';
import { declineLabel } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Currencies, Found } from './overview-query.ts';

const maxLines = 5;
const countries = new Intl.DisplayNames('en', { type: 'region' });

interface RankingsProps {
  found: Found;
  shown: ShownRange;
  currencies: Promise<Currencies>;
}

/** Top products, revenue by country and decline reasons. */
export async function Rankings({ found, shown: { range }, currencies }: RankingsProps) {
  const { queuedRead, base } = found;
  const { scope, shown: currency } = await currencies;
  const choice = { range, currency, limit: maxLines };
  const [products, countries, declines] = await Promise.all([
    queuedRead((tx) => listTopProducts(tx, scope, choice)),
    queuedRead((tx) => listRevenueByCountry(tx, scope, choice)),
    queuedRead((tx) => readDeclines(tx, scope, choice)),
  ]);
  const shareOf = (value: number, max: number | undefined) => (max ? value / max : 0);
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      <Ranking
        title="Top products"
        empty="Your best-selling products will appear here."
        lines={products.map(({ productId, name, revenueMinor }) => {
          const id = toShortId('PROD', productId);
          return {
            id,
            label: name || id,
            href: `${base}/products/${id}`,
            figure: formatMoney(revenueMinor, currency),
            share: shareOf(revenueMinor, products[0]?.revenueMinor),
          };
        })}
      />
      <Ranking
        title="Revenue by country"
        empty="Revenue by country will appear here."
        lines={countries.map(({ country, revenueMinor }) => ({
          id: country ?? 'unknown',
          label: country ? nameOf(country) : 'Unknown',
          figure: formatMoney(revenueMinor, currency),
          share: shareOf(revenueMinor, countries[0]?.revenueMinor),
        }))}
      />
      <Ranking
        title="Decline reasons"
        empty="No failed payments."
        lines={declines.slice(0, maxLines).map(({ code, count }) => ({
          id: code,
          label: declineLabel(code),
          figure: String(count),
          share: shareOf(count, declines[0]?.count),
        }))}
      />
    </div>
  );
}

/** The country's name; unknown codes are returned unchanged. */
function nameOf(country: string): string {
  try {
    return countries.of(country) ?? country;
  } catch {
    return country;
  }
}
