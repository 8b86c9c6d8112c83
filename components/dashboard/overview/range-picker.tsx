import { clsx } from 'clsx';
import { Link } from '#components/ui/link.tsx';
import type { RangeKey } from '#server/analytics/rules/shown-range.ts';
import { CustomRange } from './custom-range.tsx';
import { PendingDot } from './pending-dot.tsx';

const names = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  mtd: 'This month',
} as const satisfies Partial<Record<RangeKey, string>>;

const segmentClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-[calc(var(--radius)-0.125rem)] border px-2.5 text-sm sm:min-h-8';

interface RangePickerProps {
  /** The page's path. */
  path: string;
  chosen: RangeKey;
  /** The currency in the address; undefined: none was chosen. */
  currency: string | undefined;
  /** The days shown, both inclusive: the initial custom range. */
  days: { readonly from: string; readonly to: string };
  /** Today by the store's clock. */
  today: string;
}

/** Links to the overview's ranges. */
export function RangePicker({ path, chosen, currency, days, today }: RangePickerProps) {
  const tail = currency ? `&currency=${currency}` : '';
  return (
    <nav
      aria-label="Date range"
      className="flex w-fit max-w-full flex-wrap gap-1 rounded-control border border-border bg-sunken p-1"
    >
      {(Object.keys(names) as (keyof typeof names)[]).map((key) => (
        <Link
          key={key}
          href={`${path}?range=${key}${tail}`}
          scroll={false}
          prefetch={false}
          aria-current={key === chosen ? 'true' : undefined}
          className={clsx(
            segmentClass,
            key === chosen
              ? 'border-control bg-surface font-medium text-text'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {names[key]}
          <PendingDot />
        </Link>
      ))}
      <CustomRange path={path} isChosen={chosen === 'custom'} currency={currency} days={days} today={today} />
    </nav>
  );
}
