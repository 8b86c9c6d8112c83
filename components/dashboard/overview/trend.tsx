'use client';
import { ChevronDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { CardSection } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** One bucket and its counterpart in the previous period. Values are for the chart, texts for the table and tooltip. */
export interface TrendRow {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  readonly previous: number | null;
  readonly previousLabel: string | null;
  readonly previousShown: string | null;
}

const TrendChart = dynamic(() => import('./trend-chart.tsx'), {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
});

interface TrendProps {
  title: string;
  rows: readonly TrendRow[];
  kind: 'line' | 'bars';
  unitsPerStep: number;
  /** For amounts: shown on the axis. */
  currency?: string;
  /** Shown when both periods are empty. */
  empty: string;
}

/** A figure over time as a chart and as a table. */
export function Trend({ title, rows, kind, unitsPerStep, currency, empty }: TrendProps) {
  const isEmpty = rows.every(({ value, previous }) => value === 0 && !previous);
  return (
    <CardSection
      title={title}
      action={
        <p className="flex flex-wrap items-center gap-x-4 text-xs text-muted" aria-hidden>
          <span className="flex items-center gap-1.5">
            <span className={kind === 'bars' ? 'size-2.5 rounded-xs bg-primary' : 'h-0.5 w-4 bg-primary'} /> This period
          </span>
          <span className="flex items-center gap-1.5">
            <span className="w-4 border-t-2 border-dashed border-muted" /> Previous period
          </span>
        </p>
      }
    >
      {/* Always left to right: the chart mirrors itself in right-to-left pages. */}
      <div className="h-56 sm:h-64" dir="ltr">
        {isEmpty ? (
          <p className="grid size-full place-items-center text-center text-sm text-muted">{empty}</p>
        ) : (
          <TrendChart
            title={`${title}, chart`}
            rows={rows}
            kind={kind}
            unitsPerStep={unitsPerStep}
            currency={currency}
          />
        )}
      </div>
      <details className="group mt-2 text-sm">
        <summary className="flex min-h-11 w-fit items-center gap-1 text-muted hover:text-text sm:min-h-8">
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
          View as table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be focusable by keyboard */}
        <section className="max-h-72 overflow-y-auto" tabIndex={0} aria-label={`${title}, table`}>
          <table className="w-full tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead className="text-xs text-muted">
              <tr>
                <th scope="col" className="py-1 text-start font-medium">
                  Date
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  This period
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  Previous period
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, shown, previousShown, previousLabel }) => (
                <tr key={label} className="border-t border-border">
                  <th scope="row" className="py-1 text-start font-normal">
                    {label}
                  </th>
                  <td className="py-1 text-end">{shown}</td>
                  <td className="py-1 text-end text-muted" {...(previousLabel && { title: previousLabel })}>
                    {previousShown ?? '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </CardSection>
  );
}
