import type { BacklogName } from '../../../server/queries/backlog.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

const names: Readonly<Record<BacklogName, string>> = {
  renewals: 'Subscriptions to renew',
  retries: 'Failed renewals to try again',
  waitingRenewals: 'Renewals that wait for their payment provider',
  reminders: 'Reminders of a charge',
  endings: 'Canceled subscriptions to end',
  refunds: 'Refunds to make',
  undecidedPayments: 'Payments without an outcome yet',
  giveBacks: 'Payments to close or give back',
  emails: 'Emails to send',
};

/** Work of one kind. `lag` is how long the oldest has waited, in words. */
export interface BacklogLine {
  readonly name: BacklogName;
  readonly due: number;
  readonly oldestAt: Date | null;
  readonly lag: string | null;
  readonly isLate: boolean;
}

/** What is due now, and how long the oldest of it has been. */
export function BacklogTable({ backlog }: { backlog: readonly BacklogLine[] }) {
  return (
    <Table caption="Due now" head={['Work', 'Due', 'Oldest', 'Waiting for']}>
      {backlog.map(({ name, due, oldestAt, lag, isLate }) => (
        <Row key={name}>
          <Cell className="font-medium max-md:text-base">{names[name]}</Cell>
          <Cell label="Due" className="tabular-nums">
            {due}
          </Cell>
          <Cell label="Oldest" className="text-muted">
            {oldestAt ? <Time value={oldestAt} /> : 'none'}
          </Cell>
          <Cell label="Waiting for" className="tabular-nums md:whitespace-nowrap">
            {isLate ? <Badge tone="warning">{lag}, late</Badge> : (lag ?? <span className="text-muted">nothing</span>)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
