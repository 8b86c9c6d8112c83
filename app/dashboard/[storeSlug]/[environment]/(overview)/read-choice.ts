import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { storeScope } from '#server/analytics/data/facts.ts';
import { type PaymentFigures, readPaymentFigures } from '#server/analytics/data/payments.ts';
import { listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { readTrend, type TrendPoint } from '#server/analytics/data/trend.ts';
import { readShownRange, type ShownRange } from '#server/analytics/rules/shown-range.ts';
import { listStoreProducts } from '#server/catalog/products.ts';
import { currencyExponent } from '#server/domain/currencies.ts';
import { readClock } from '#server/platform/clock.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';

export type Found = Awaited<ReturnType<typeof requireScope>>;

/** What the address says; of a name that is given twice, neither. */
export interface Asked {
  readonly range: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly currency: string | undefined;
}

export async function readAsked(search: PageSearch): Promise<Asked> {
  const given = await search;
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const currency = textOf('currency');
  return {
    range: textOf('range'),
    from: textOf('from'),
    to: textOf('to'),
    currency: currency !== undefined && currencyExponent(currency) !== undefined ? currency : undefined,
  };
}

/** The range that the address asks for, as of the store's own time. */
export const shownRangeOf = ({ store, environment }: Found, asked: Asked): ShownRange =>
  readShownRange(asked, storeTime(store, environment, readClock()));

export interface Currencies {
  /** What every figure is of. */
  readonly shown: string;
  /** What there is to choose from: what was paid in, in the range and the one before. */
  readonly all: readonly string[];
}

/** The currency that figures are shown in: the one that was asked for, else the one with most payments. */
export async function readCurrencies(found: Found, { range, previous }: ShownRange, asked: Asked): Promise<Currencies> {
  const { inTurn, scope } = found;
  const both = { from: previous.from, to: range.to };
  const sums = await inTurn((tx) => listRevenueByCurrency(tx, storeScope(scope), { range: both }));
  const used = sums.map(({ currency }) => currency);
  const shown = asked.currency ?? used[0] ?? (await firstPricedCurrency(found));
  return { shown, all: [...new Set([shown, ...used])].toSorted() };
}

/** Of a store in which nothing was paid yet: what it asks for. */
export async function firstPricedCurrency({ db, scope }: Pick<Found, 'db' | 'scope'>): Promise<string> {
  const [newest] = await listStoreProducts(db, scope, { limit: 1, offset: 0 });
  return Object.keys(newest?.version?.prices ?? {})[0] ?? 'USD';
}

export interface Trends {
  readonly now: readonly TrendPoint[];
  readonly before: readonly TrendPoint[];
}

/** What happened in the range and in the one before. */
export async function readTrends({ inTurn, scope }: Found, shown: ShownRange, currency: string): Promise<Trends> {
  const { interval } = shown;
  const [now, before] = await Promise.all([
    inTurn((tx) => readTrend(tx, storeScope(scope), { range: shown.range, interval, currency })),
    inTurn((tx) => readTrend(tx, storeScope(scope), { range: shown.previous, interval, currency })),
  ]);
  return { now, before };
}

/** What became of the attempts to pay that were made in the range. */
export const readAttempts = (
  { inTurn, scope }: Found,
  { range }: ShownRange,
  currency: string,
): Promise<PaymentFigures> => inTurn((tx) => readPaymentFigures(tx, storeScope(scope), { range, currency }));
