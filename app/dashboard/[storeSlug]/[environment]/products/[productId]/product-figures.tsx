import { clsx } from 'clsx';
import { changeOfAmount } from '#components/dashboard/overview/change.ts';
import { FigureCard } from '#components/dashboard/overview/figure-card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { storeScope } from '#server/analytics/data/facts.ts';
import { readProductFigures } from '#server/analytics/data/product-figures.ts';
import { formatMoney } from '#server/domain/money.ts';
import { type OverviewQuery, readCurrencies, shownRangeOf } from '../../(overview)/overview-query.ts';
import type { readProduct } from './read-product.ts';

type Found = Awaited<ReturnType<typeof readProduct>>;

/** The overview's default: the last 30 days in the currency with the most payments. */
const query: OverviewQuery = { range: '30d', from: undefined, to: undefined, currency: undefined };

const whole = new Intl.NumberFormat('en');

/** Two figures for a one-time product, four for a subscription. Amounts span both columns on phones. */
const gridOf = ({ product }: Found) =>
  clsx('grid grid-cols-2 gap-3 sm:gap-4', product.type === 'subscription' && 'lg:grid-cols-4');
const wideClass = 'max-sm:col-span-2';

/** The product's figures for the last 30 days, compared with the previous 30 days. */
export async function ProductFigures({ found }: { found: Found }) {
  const { db, product, version, base, scope } = found;
  const month = shownRangeOf(found, query);
  const { shown } = await readCurrencies(found, month, query);
  // Falls back to the product's first currency if it has no price in the overview's currency.
  const currency = shown in version.prices ? shown : (Object.keys(version.prices)[0] ?? shown);
  const { range, previous } = month;
  const choice = { productId: product.id, range, previous, currency };
  const { now, before } = await readProductFigures(db, storeScope(scope), choice);
  const money = (amountMinor: number) => formatMoney(amountMinor, currency);
  const overview = (
    <Link href={`${base}?range=30d&currency=${currency}`} className="text-link underline underline-offset-2">
      View store total
    </Link>
  );
  return (
    <div className={gridOf(found)}>
      <FigureCard
        title="Revenue, last 30 days"
        figure={money(now.revenueMinor)}
        change={changeOfAmount(now.revenueMinor, before.revenueMinor)}
        note={
          <>
            In {currency}, incl. tax · {overview}
          </>
        }
        className={wideClass}
      />
      <FigureCard
        title="Orders, last 30 days"
        figure={whole.format(now.orders)}
        change={changeOfAmount(now.orders, before.orders)}
        note={product.type === 'onetime' ? `Paid orders in ${currency}` : `New subscriptions in ${currency}`}
        className={clsx(product.type === 'onetime' && wideClass)}
      />
      {product.type === 'subscription' && (
        <>
          <FigureCard
            title="Active subscriptions"
            figure={whole.format(now.active)}
            change={changeOfAmount(now.active, before.active)}
            note="Now, compared with 30 days ago"
          />
          <FigureCard
            title="MRR"
            figure={money(now.mrrMinor)}
            change={changeOfAmount(now.mrrMinor, before.mrrMinor)}
            note="Monthly recurring revenue, excl. tax"
            className={wideClass}
          />
        </>
      )}
    </div>
  );
}

/** The skeleton of the figures. */
export const ProductFiguresSkeleton = ({ found }: { found: Found }) => {
  const isSubscription = found.product.type === 'subscription';
  const figures = isSubscription ? ['revenue', 'orders', 'active', 'month'] : ['revenue', 'orders'];
  return (
    <Loading label="figures" className={gridOf(found)}>
      {figures.map((figure, index) => (
        <Skeleton
          key={figure}
          className={clsx('h-37 rounded-card', (!isSubscription || index === 0 || index === 3) && wideClass)}
        />
      ))}
    </Loading>
  );
};
