import { clsx } from 'clsx';
import { CardSection } from '#components/ui/card.tsx';

/** One row. `value` is signed, in minor units; a level stands by itself, a step adds to what is above it. */
export interface WaterfallRow {
  readonly label: string;
  readonly kind: 'level' | 'step';
  readonly value: number;
  /** Formatted, with its sign if it is a step. */
  readonly shown: string;
}

interface WaterfallProps {
  title: string;
  description: string;
  rows: readonly WaterfallRow[];
  /** Shown when all rows are 0. */
  empty: string;
}

/** How a figure got from one level to another, as a table whose rows have bars. */
export function Waterfall({ title, description, rows, empty }: WaterfallProps) {
  const bars = barsOf(rows);
  const max = Math.max(...bars.map(({ to }) => to));
  if (max <= 0) {
    return (
      <CardSection title={title}>
        <p className="text-sm text-muted">{empty}</p>
      </CardSection>
    );
  }
  return (
    <CardSection title={title} description={description}>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, kind, value, shown }, index) => {
            const { from, to } = bars[index] ?? { from: 0, to: 0 };
            return (
              <tr
                key={label}
                className={clsx('border-border', kind === 'level' && 'font-semibold', index > 0 && 'border-t')}
              >
                <th scope="row" className={clsx('w-28 py-2 pe-3 text-start sm:w-40', kind === 'step' && 'font-normal')}>
                  {label}
                </th>
                <td className="relative py-2 text-end tabular-nums">
                  <span
                    aria-hidden
                    className="absolute inset-y-2 start-0 end-28 overflow-hidden rounded-xs bg-sunken sm:end-36"
                  >
                    <span
                      className={clsx('absolute inset-y-0 rounded-xs', barLook(kind, value))}
                      style={{ insetInlineStart: `${(100 * from) / max}%`, width: `${(100 * (to - from)) / max}%` }}
                    />
                  </span>
                  {shown}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </CardSection>
  );
}

const barLook = (kind: WaterfallRow['kind'], value: number): string => {
  if (kind === 'level') return 'bg-primary';
  return value < 0 ? 'bg-danger-text' : 'bg-success-text';
};

/** Where each row's bar begins and ends: a level's at 0, a step's at the sum above it. */
function barsOf(rows: readonly WaterfallRow[]) {
  let sum = 0;
  return rows.map(({ kind, value }) => {
    const before = kind === 'level' ? 0 : sum;
    sum = before + value;
    return { from: Math.min(before, sum), to: Math.max(before, sum) };
  });
}
