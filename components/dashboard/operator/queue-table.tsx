import { Badge } from '../../ui/badge.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

/** A queue as the list shows it. */
export interface QueueLine {
  readonly name: string;
  readonly lastStartedAt: Date | null;
  /** How long the last run took, or has been going on. */
  readonly took: string | null;
  readonly isRunning: boolean;
  readonly nextAt: Date | null;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/** The worker's jobs, and how each of them stands. */
export function QueueTable({ queues }: { queues: readonly QueueLine[] }) {
  return (
    <Table caption="Jobs" head={['Job', 'Last run', 'Took', 'Next run', 'Waiting', 'Active', 'Failed']}>
      {queues.map(({ name, lastStartedAt, took, isRunning, nextAt, waiting, active, failed }) => (
        <Row key={name}>
          <Cell className="font-medium max-md:text-base">{name}</Cell>
          <Cell label="Last run">
            {lastStartedAt ? <Time value={lastStartedAt} /> : <span className="text-muted">never</span>}
          </Cell>
          <Cell label="Took" className="tabular-nums md:whitespace-nowrap">
            {isRunning ? (
              <Badge tone="info">Running, {took}</Badge>
            ) : (
              (took ?? <span className="text-muted">nothing yet</span>)
            )}
          </Cell>
          <Cell label="Next run">
            {nextAt ? <Time value={nextAt} /> : <span className="text-muted">when called</span>}
          </Cell>
          <Cell label="Waiting" className="tabular-nums">
            {waiting}
          </Cell>
          <Cell label="Active" className="tabular-nums">
            {active}
          </Cell>
          <Cell label="Failed" className="tabular-nums">
            {failed > 0 ? <Badge tone="danger">{failed}</Badge> : 0}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
