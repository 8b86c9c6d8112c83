import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { Cell, type ColumnHead, Row, Table } from './table.tsx';

/** A column of a {@link DataTable}. */
export interface Column<Line> {
  readonly head: ColumnHead;
  /** The cell's content; null: empty, and on phones without its label. */
  readonly cell: (line: Line) => ReactNode;
  /** Aligned at the end with tabular digits, without wrapping. */
  readonly isNumber?: boolean;
  readonly className?: string;
}

interface DataTableProps<Line> {
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Line>[];
  lines: readonly Line[];
  keyOf: (line: Line) => string;
  /** The row's page; makes the whole row a link. */
  hrefOf?: (line: Line) => string;
}

/** Rows of one kind as a table, as cards on phones. */
export function DataTable<Line>({ caption, columns, lines, keyOf, hrefOf }: DataTableProps<Line>) {
  return (
    <Table
      caption={caption}
      head={columns.map(({ head }) => head)}
      numbers={columns.flatMap(({ isNumber }, index) => (isNumber ? [index] : []))}
    >
      {lines.map((line) => (
        <Row key={keyOf(line)} className={clsx(hrefOf && 'hover:bg-sunken')}>
          {columns.map(({ head, cell, isNumber, className }, index) => {
            const content = cell(line);
            const name = typeof head === 'string' ? head : head.hidden;
            return index === 0 ? (
              <Cell key={name} className={clsx('font-medium max-md:text-base', className)}>
                {hrefOf ? <LineLink href={hrefOf(line)}>{content}</LineLink> : content}
              </Cell>
            ) : (
              <Cell
                key={name}
                label={name}
                className={clsx(
                  isNumber && 'tabular-nums md:text-end md:whitespace-nowrap',
                  content === null && 'max-md:hidden',
                  className,
                )}
              >
                {content}
              </Cell>
            );
          })}
        </Row>
      ))}
    </Table>
  );
}

/** A link that fills its row. */
const LineLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="min-w-0 wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
  >
    {children}
  </Link>
);
