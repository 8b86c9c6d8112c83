import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { storeScope } from '#server/analytics/data/facts.ts';
import { listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { type FigureScope, withRollups } from '#server/analytics/data/rollups.ts';
import { readSubscriptionHistory, type SubscriptionHistory } from '#server/analytics/data/subscription-history.ts';
import { readSalesTrend, type SalesPoint } from '#server/analytics/data/trend.ts';
import { readShownRange, type ShownRange } from '#server/analytics/rules/shown-range.ts';
import { listStoreProducts } from '#server/catalog/products.ts';
import { currencyExponent } from '#server/domain/currencies.ts';
import { readClock } from '#server/platform/clock.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';

export type Found = Awaited<ReturnType<typeof requireScope>>;

/** The parameters in the address. A parameter that is given twice is ignored. */
export interface OverviewQuery {
  readonly range: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly currency: string | undefined;
}

export async function readOverviewQuery(search: PageSearch): Promise<OverviewQuery> {
  const params = await search;
  const textOf = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
  const currency = textOf('currency');
  return {
    range: textOf('range'),
    from: textOf('from'),
    to: textOf('to'),
    currency: currency !== undefined && currencyExponent(currency) !== undefined ? currency : undefined,
  };
}

/** The requested range by the store's clock. */
export const shownRangeOf = ({ store, environment }: Found, query: OverviewQuery): ShownRange =>
  readShownRange(query, storeTime(store, environment, readClock()));

/** The scope of all figures. */
export const readFigureScope = ({ queuedRead, scope }: Found): Promise<FigureScope> =>
  queuedRead((tx) => withRollups(tx, storeScope(scope)));

export interface Currencies {
  readonly scope: FigureScope;
  /** The currency of all figures. */
  readonly shown: string;
  /** The currencies with payments in the range or the previous period. */
  readonly all: readonly string[];
}

/** The currency of the figures: the requested one, or the one with the most payments. */
export async function readCurrencies(
  found: Found,
  { range, previous }: ShownRange,
  query: OverviewQuery,
): Promise<Currencies> {
  const scope = await readFigureScope(found);
  const both = { from: previous.from, to: range.to };
  const sums = await found.queuedRead((tx) => listRevenueByCurrency(tx, scope, { range: both }));
  const used = sums.map(({ currency }) => currency);
  const shown = query.currency ?? used[0] ?? (await firstPricedCurrency(found));
  return { scope, shown, all: [...new Set([shown, ...used])].toSorted() };
}

/** The first currency of the newest product, for a store without payments. */
export async function firstPricedCurrency({ db, scope }: Pick<Found, 'db' | 'scope'>): Promise<string> {
  const [newest] = await listStoreProducts(db, scope, { limit: 1, offset: 0 });
  return Object.keys(newest?.version?.prices ?? {})[0] ?? 'USD';
}

export interface Trends {
  readonly now: readonly SalesPoint[];
  readonly before: readonly SalesPoint[];
}

/** Reads the trends of the range and of the previous period. */
export async function readTrends(
  { queuedRead }: Found,
  shown: ShownRange,
  { scope, shown: currency }: Currencies,
): Promise<Trends> {
  const { interval } = shown;
  const [now, before] = await Promise.all([
    queuedRead((tx) => readSalesTrend(tx, scope, { range: shown.range, interval, currency })),
    queuedRead((tx) => readSalesTrend(tx, scope, { range: shown.previous, interval, currency })),
  ]);
  return { now, before };
}

/** Reads the starts and ends of subscriptions before the ends of the range and of the previous period. */
export async function readHistory(
  { queuedRead }: Found,
  { range, previous }: ShownRange,
  { scope, shown: currency }: Currencies,
): Promise<SubscriptionHistory> {
  const times = [previous.from, previous.to, range.from, range.to];
  return await queuedRead((tx) => readSubscriptionHistory(tx, scope, times, currency));
}
