import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A column's heading; `hidden` ones are for screen readers only. */
export type ColumnHead = string | { readonly hidden: string };

/** A table whose `caption` is for screen readers; sighted users read the heading above it. */
export function Table({
  caption,
  head,
  numbers = [],
  children,
}: {
  caption: string;
  head: readonly ColumnHead[];
  /** The indexes of number columns, whose headings are aligned at the end. */
  numbers?: readonly number[];
  children: ReactNode;
}) {
  return (
    <table className="w-full text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-border">
          {head.map((label, index) => (
            <th
              key={typeof label === 'string' ? label : label.hidden}
              scope="col"
              className={clsx(
                'px-4 py-2.5 text-xs font-medium whitespace-nowrap text-muted first:ps-5 last:pe-5',
                numbers.includes(index) ? 'text-end' : 'text-start',
              )}
            >
              {typeof label === 'string' ? label : <span className="sr-only">{label.hidden}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </table>
  );
}

/** A table row, a card on phones. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={clsx('data-row', className)} />;
}

interface CellProps extends ComponentProps<'td'> {
  /** The column's name, shown beside the value on phones. Absent for the cell that names the row. */
  label?: string;
}

export function Cell({ label, className, children, ...rest }: CellProps) {
  return (
    <td {...rest} className={clsx('data-cell', className)}>
      {label && <span className="data-label">{label}</span>}
      {label ? <span className="data-value">{children}</span> : children}
    </td>
  );
}
