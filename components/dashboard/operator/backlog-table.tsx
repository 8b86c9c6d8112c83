import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { BacklogName } from '#server/worker/data/backlog.ts';

const names: Readonly<Record<BacklogName, string>> = {
  renewals: 'Subscriptions to renew',
  retries: 'Failed renewals to retry',
  waitingRenewals: 'Renewals waiting for a payment provider',
  reminders: 'Upcoming charge reminders to send',
  resumptions: 'Paused subscriptions to resume',
  endings: 'Canceled subscriptions to end',
  refunds: 'Refunds to process',
  undecidedPayments: 'Payments waiting for an outcome',
  giveBacks: 'Payments to cancel or refund',
  emails: 'Emails to send',
  events: 'Events to dispatch to webhooks, emails and the audit log',
  deliveries: 'Webhook deliveries to send',
};

/** Pending work of one kind. `lag` is the formatted age of the oldest item. */
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
    head: 'Lag',
    isNumber: true,
    cell: ({ lag, isLate }) =>
      isLate ? <Badge tone="warning">{lag}, late</Badge> : (lag ?? <span className="text-muted">None</span>),
  },
  {
    head: 'Since',
    className: 'text-muted md:w-48',
    cell: ({ oldestAt }) => (oldestAt ? <Time value={oldestAt} /> : null),
  },
];

/** Pending work by kind, with the age of the oldest item. */
export const BacklogTable = ({ backlog }: { backlog: readonly BacklogLine[] }) => (
  <DataTable caption="Backlog" columns={columns} lines={backlog} keyOf={({ name }) => name} />
);
