import { type Column, DataTable } from '#components/ui/data-table.tsx';

type Fields = Readonly<Record<string, unknown>>;

interface ChangeLine {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Text unchanged, other values as JSON, absent values as a dash. */
function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <span className="text-muted">—</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>;
}

const columns: readonly Column<ChangeLine>[] = [
  { head: 'Field', className: 'font-mono text-xs! wrap-anywhere md:w-80', cell: ({ field }) => field },
  { head: 'Before', cell: ({ before }) => <Value value={before} /> },
  { head: 'After', cell: ({ after }) => <Value value={after} /> },
];

/** Changed fields with their values. `before` is absent for a created object, `after` for a deleted one. */
export function ChangeTable({ before, after }: { before: Fields | undefined; after: Fields | undefined }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const lines = names.map((field) => ({ field, before: before?.[field], after: after?.[field] }));
  const shown = columns.filter(({ head }) => (head !== 'Before' || before) && (head !== 'After' || after));
  return <DataTable caption="Changes" columns={shown} lines={lines} keyOf={({ field }) => field} />;
}
