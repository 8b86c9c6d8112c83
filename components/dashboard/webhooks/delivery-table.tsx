import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DeliveryStatus } from '#server/webhooks/rules/webhook.ts';
import { DeliveryBadge } from '../status-badge.tsx';

/** A delivery in a list. */
export interface DeliveryLine {
  readonly id: string;
  readonly eventType: string;
  /** The order's Short ID; null for a test event. */
  readonly orderId: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
  /** The receiver's name; null in a log of one webhook. */
  readonly receiver: string | null;
}

const columns: readonly Column<DeliveryLine>[] = [
  {
    head: 'Event',
    className: 'font-mono text-sm!',
    cell: ({ eventType, id }) => (
      <>
        {eventType}
        <span className="sr-only">(delivery {id})</span>
      </>
    ),
  },
  { head: 'Status', cell: ({ status }) => <DeliveryBadge status={status} /> },
  {
    head: 'Object',
    className: 'text-muted',
    cell: ({ orderId }) =>
      orderId ? <code className="font-mono text-xs wrap-anywhere">{orderId}</code> : 'Test event',
  },
  {
    head: 'Response',
    className: 'text-muted wrap-anywhere md:max-w-xs',
    cell: ({ lastError, lastStatus }) => lastError ?? lastStatus,
  },
  { head: 'Attempts', isNumber: true, className: 'text-muted', cell: ({ attempts }) => attempts },
  {
    head: 'Time',
    className: 'text-muted',
    cell: ({ createdAt, nextAttemptAt, status, attempts }) => (
      <>
        <Time value={createdAt} />
        {status === 'pending' && attempts > 0 && (
          <span className="block text-xs">
            next <Time value={nextAttemptAt} />
          </span>
        )}
      </>
    ),
  },
];

const receiver: Column<DeliveryLine> = {
  head: 'Receiver',
  className: 'text-muted wrap-anywhere',
  cell: (line) => line.receiver,
};

/** Deliveries, newest first. Each row links to its delivery. */
export const DeliveryTable = ({ deliveries, base }: { deliveries: readonly DeliveryLine[]; base: string }) => (
  <DataTable
    caption="Deliveries"
    columns={deliveries.some((line) => line.receiver !== null) ? columns.toSpliced(1, 0, receiver) : columns}
    lines={deliveries}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/webhooks/deliveries/${id}`}
  />
);
