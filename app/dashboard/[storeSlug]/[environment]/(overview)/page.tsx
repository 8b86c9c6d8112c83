import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readProvider, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { Checklist } from '#components/dashboard/overview/checklist.tsx';
import { CurrencySwitch } from '#components/dashboard/overview/currency-switch.tsx';
import { NotEnabled } from '#components/dashboard/overview/not-enabled.tsx';
import { RangePicker } from '#components/dashboard/overview/range-picker.tsx';
import { SandboxNotice } from '#components/dashboard/overview/sandbox-notice.tsx';
import {
  ChartsSkeleton,
  FiguresSkeleton,
  LatestSkeleton,
  RankingsSkeleton,
  WaterfallSkeleton,
} from '#components/dashboard/skeletons/overview-skeleton.tsx';
import { Suspended } from '#components/dashboard/suspended.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { hasBuyer } from '#server/customers/data/buyers.ts';
import { dayOf, daysOf, rangeInWords } from '#server/domain/range-words.ts';
import { readClock } from '#server/platform/clock.ts';
import { hasPlayPayments } from '#server/stores/data/real-payments.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { readSuspension } from '#server/stores/suspensions.ts';
import { Charts } from './charts.tsx';
import { readFirstSaleSteps } from './first-sale.ts';
import { readGoLiveSteps } from './go-live.ts';
import { KeyFigures } from './key-figures.tsx';
import { LatestOrders } from './latest-orders.tsx';
import { MrrWaterfall } from './mrr-waterfall.tsx';
import {
  type Currencies,
  readCurrencies,
  readHistory,
  readOverviewQuery,
  readTrends,
  shownRangeOf,
} from './overview-query.ts';
import { Rankings } from './rankings.tsx';
import { Timely } from './timely.tsx';

export const metadata: Metadata = { title: 'Overview' };

/** The refresh intervals: shorter while the store waits for its first sale. */
const [refreshSeconds, firstSaleRefreshSeconds] = [30, 5];

export default async function OverviewPage({ params, searchParams }: StorePageProps) {
  const found = await requireScope(params);
  const { db, store, environment, scope, base } = found;
  const query = await readOverviewQuery(searchParams);
  const shown = shownRangeOf(found, query);
  const days = daysOf(shown.range);
  // Begun before the rest is read.
  const currencies = readCurrencies(found, shown, query);
  const trends = currencies.then((known) => readTrends(found, shown, known));
  const history = currencies.then((known) => readHistory(found, shown, known));
  // The parts below report failures; without these handlers an early rejection would be unhandled.
  for (const figures of [currencies, trends, history]) figures.catch(() => {});
  const hasSold = await hasBuyer(db, scope);
  const isProd = environment === 'prod';
  const [provider, suspension] = await Promise.all([readProvider(found), readSuspension(db, store)]);
  // A store that has sold may have lost its provider or its verification.
  const isGoingLive = isProd && (!hasSold || provider === null || !store.prodEnabled);
  const steps = isGoingLive ? await readGoLiveSteps(found) : hasSold ? [] : await readFirstSaleSteps(found, 0);
  const hasSandboxPayments = isProd && hasSold && (await hasPlayPayments(db, scope));
  const range = shown.key === 'custom' ? `range=custom&from=${days.from}&to=${days.to}` : `range=${shown.key}`;
  // New keys drop results that are still loading for another range or currency.
  const key = `${range}&currency=${query.currency}`;
  return (
    <>
      <AutoRefresh everySeconds={hasSold ? refreshSeconds : firstSaleRefreshSeconds} />
      <PageHeader title="Overview" description={store.name} />
      <div className="flex flex-col gap-4 sm:gap-6">
        {suspension && <Suspended {...suspension} />}
        {isProd && !store.prodEnabled && !suspension && <NotEnabled base={base} />}
        {hasSandboxPayments && <SandboxNotice isAll={provider === 'sandbox'} base={base} />}
        {steps.length > 0 && <Checklist title={isProd ? 'Go-live checklist' : 'Get started'} steps={steps} />}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <RangePicker
            path={base}
            chosen={shown.key}
            currency={query.currency}
            days={days}
            today={dayOf(storeTime(store, environment, readClock()))}
          />
          <Suspense>
            <CurrencyChoice currencies={currencies} addressPrefix={`${base}?${range}&`} />
          </Suspense>
          <p className="w-full text-sm text-muted">
            {rangeInWords(shown.range)}, compared with {rangeInWords(shown.previous)}. Days are in UTC.
          </p>
        </div>
        <Suspense key={`figures ${key}`} fallback={<FiguresSkeleton />}>
          <Timely part={() => KeyFigures({ found, shown, currencies, trends, history })} />
        </Suspense>
        <Suspense key={`charts ${key}`} fallback={<ChartsSkeleton />}>
          <Timely part={() => Charts({ shown, currencies, trends })} />
        </Suspense>
        <Suspense key={`mrr ${key}`} fallback={<WaterfallSkeleton />}>
          <Timely part={() => MrrWaterfall({ found, shown, currencies, history })} />
        </Suspense>
        <Suspense key={`rankings ${key}`} fallback={<RankingsSkeleton />}>
          <Timely part={() => Rankings({ found, shown, currencies })} />
        </Suspense>
        <Suspense fallback={<LatestSkeleton />}>
          <LatestOrders found={found} />
        </Suspense>
      </div>
    </>
  );
}

async function CurrencyChoice(props: { currencies: Promise<Currencies>; addressPrefix: string }) {
  // The figures below report why the currencies could not be read.
  const known = await props.currencies.catch(() => undefined);
  if (!known) return null;
  const { shown, all } = known;
  return <CurrencySwitch currencies={all} shown={shown} addressPrefix={props.addressPrefix} />;
}
