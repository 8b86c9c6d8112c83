import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { BacklogName } from '#server/worker/data/backlog.ts';

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
  events: 'Events to tell webhooks, emails and the audit trail of',
  deliveries: 'Webhook deliveries to make',
};

/** Work of one kind. `lag` is how long the oldest has waited, in words. */
export interface BacklogLine {
  readonly name: BacklogName;
  readonly due: number;
  readonly oldestAt: Date | null;
  readonly lag: string | null;
  readonly isLate: boolean;
}

const columns: readonly Column<BacklogLine>[] = [
  { head: 'Work', cell: ({ name }) => names[name] },
  { head: 'Due', isNumber: true, cell: ({ due }) => due },
  {
    head: 'Waiting for',
    isNumber: true,
    cell: ({ lag, isLate }) =>
      isLate ? <Badge tone="warning">{lag}, late</Badge> : (lag ?? <span className="text-muted">nothing</span>),
  },
  {
    head: 'Since',
    className: 'text-muted md:w-48',
    cell: ({ oldestAt }) => (oldestAt ? <Time value={oldestAt} /> : null),
  },
];

/** What is due now, and how long the oldest of it has been. */
export const BacklogTable = ({ backlog }: { backlog: readonly BacklogLine[] }) => (
  <DataTable caption="Due now" columns={columns} lines={backlog} keyOf={({ name }) => name} />
);
