import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';

/** A queue in the list. */
export interface QueueLine {
  readonly name: string;
  readonly lastStartedAt: Date | null;
  /** The duration of the last or current run. */
  readonly duration: string | null;
  readonly nextAt: Date | null;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

const columns: readonly Column<QueueLine>[] = [
  { head: 'Job', cell: ({ name }) => <code className="font-mono text-sm">{name}</code> },
  { head: 'Status', cell: (queue) => <State {...queue} /> },
  {
    head: 'Last run',
    cell: ({ lastStartedAt }) =>
      lastStartedAt ? <Time value={lastStartedAt} /> : <span className="text-muted">Never</span>,
  },
  { head: 'Duration', isNumber: true, cell: ({ duration, active }) => (active > 0 ? null : duration) },
  {
    head: 'Next run',
    cell: ({ nextAt }) => (nextAt ? <Time value={nextAt} /> : <span className="text-muted">On demand</span>),
  },
];

/** A queue's running, waiting and failed jobs, or "Idle". */
function State({ waiting, active, failed, duration }: QueueLine) {
  if (waiting + active + failed === 0) return <span className="text-muted">Idle</span>;
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {active > 0 && (
        <Badge tone="info">
          {active === 1 ? 'Running' : `${active} running`}, {duration}
        </Badge>
      )}
      {waiting > 0 && <Badge>{waiting} waiting</Badge>}
      {failed > 0 && <Badge tone="danger">{failed} failed</Badge>}
    </span>
  );
}

/** The worker's jobs with their status. */
export const QueueTable = ({ queues }: { queues: readonly QueueLine[] }) => (
  <DataTable caption="Jobs" columns={columns} lines={queues} keyOf={({ name }) => name} />
);
