import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';

/** A queue as the list shows it. */
export interface QueueLine {
  readonly name: string;
  readonly lastStartedAt: Date | null;
  /** How long the last run took, or has been going on. */
  readonly took: string | null;
  readonly nextAt: Date | null;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

const columns: readonly Column<QueueLine>[] = [
  { head: 'Job', cell: ({ name }) => <code className="font-mono text-sm">{name}</code> },
  { head: 'State', cell: (queue) => <State {...queue} /> },
  {
    head: 'Last run',
    cell: ({ lastStartedAt }) =>
      lastStartedAt ? <Time value={lastStartedAt} /> : <span className="text-muted">never</span>,
  },
  { head: 'Took', isNumber: true, cell: ({ took, active }) => (active > 0 ? null : took) },
  {
    head: 'Next run',
    cell: ({ nextAt }) => (nextAt ? <Time value={nextAt} /> : <span className="text-muted">when called</span>),
  },
];

/** What is not as usual; most queues are idle most of the time. */
function State({ waiting, active, failed, took }: QueueLine) {
  if (waiting + active + failed === 0) return <span className="text-muted">Idle</span>;
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {active > 0 && (
        <Badge tone="info">
          {active === 1 ? 'Running' : `${active} running`}, {took}
        </Badge>
      )}
      {waiting > 0 && <Badge>{waiting} waiting</Badge>}
      {failed > 0 && <Badge tone="danger">{failed} failed</Badge>}
    </span>
  );
}

/** The worker's jobs, and how each of them stands. */
export const QueueTable = ({ queues }: { queues: readonly QueueLine[] }) => (
  <DataTable caption="Jobs" columns={columns} lines={queues} keyOf={({ name }) => name} />
);
