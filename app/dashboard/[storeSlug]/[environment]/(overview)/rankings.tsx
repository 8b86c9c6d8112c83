import { Ranking } from '#components/dashboard/overview/ranking.tsx';
import { storeScope } from '#server/analytics/data/facts.ts';
import type { PaymentFigures } from '#server/analytics/data/payments.ts';
import { listTopProducts } from '#server/analytics/data/products.ts';
import { listRevenueByCountry } from '#server/analytics/data/revenue.ts';
import type { ShownRange } from '#server/analytics/rules/shown-range.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Currencies, Found } from './read-choice.ts';

const longest = 5;
const countries = new Intl.DisplayNames('en', { type: 'region' });

interface RankingsProps {
  found: Found;
  shown: ShownRange;
  currencies: Promise<Currencies>;
  attempts: Promise<PaymentFigures>;
}

/** What sold, where it was paid from, and why some of it was not. */
export async function Rankings({ found, shown: { range }, currencies, attempts }: RankingsProps) {
  const { inTurn, base } = found;
  const { shown: currency } = await currencies;
  const scope = storeScope(found.scope);
  const choice = { range, currency, limit: longest };
  const [products, places, { declines }] = await Promise.all([
    inTurn((tx) => listTopProducts(tx, scope, choice)),
    inTurn((tx) => listRevenueByCountry(tx, scope, choice)),
    attempts,
  ]);
  const shareOf = (value: number, most: number | undefined) => (most ? value / most : 0);
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      <Ranking
        title="Top products"
        empty="The products that bring in most stand here."
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
        title="Countries"
        empty="The countries that most is paid from stand here."
        lines={places.map(({ country, revenueMinor }) => ({
          id: country ?? 'unknown',
          label: country ? nameOf(country) : 'Not known',
          figure: formatMoney(revenueMinor, currency),
          share: shareOf(revenueMinor, places[0]?.revenueMinor),
        }))}
      />
      <Ranking
        title="Why payments failed"
        empty="No payment failed."
        lines={declines.slice(0, longest).map(({ code, count }) => ({
          id: code,
          label: sentence(code),
          figure: String(count),
          share: shareOf(count, declines[0]?.count),
        }))}
      />
    </div>
  );
}

/** Whatever a buyer gave as their country: not every two letters are one. */
function nameOf(country: string): string {
  try {
    return countries.of(country) ?? country;
  } catch {
    return country;
  }
}

/** `insufficient_funds` is "Insufficient funds". */
const sentence = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;
