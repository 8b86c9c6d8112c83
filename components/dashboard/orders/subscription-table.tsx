import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DisplayStatus } from '#server/billing/orders/rules/order-display-status.ts';
import { OrderBadges } from '../status-badge.tsx';
import { amountColumn, productColumn } from './order-table.tsx';

/** A subscription in a list. `id` is the Short ID, `total` is formatted. */
export interface SubscriptionLine {
  readonly id: string;
  readonly statuses: readonly DisplayStatus[];
  readonly productName: string;
  readonly total: string;
  readonly interval: string | null;
  readonly customer: string | null;
  readonly period: { readonly start: Date; readonly end: Date } | null;
  /** The next charge; null: none. */
  readonly nextChargeAt: Date | null;
  readonly pastDueSince: Date | null;
  /** The pause and its planned end; null: not paused. */
  readonly pause: { readonly until: Date | null } | null;
}

const none = <span className="text-muted">—</span>;

const columns: readonly Column<SubscriptionLine>[] = [
  productColumn('Plan', 'subscription'),
  {
    head: 'Status',
    cell: ({ statuses, pastDueSince, pause }) => (
      <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
        <OrderBadges statuses={statuses} isPaused={pause !== null} />
        {pause?.until && (
          <span className="text-xs text-muted">
            until <Time value={pause.until} dateOnly />
          </span>
        )}
        {pastDueSince && (
          <span className="text-xs text-muted">
            since <Time value={pastDueSince} dateOnly />
          </span>
        )}
      </span>
    ),
  },
  amountColumn('Price'),
  {
    head: 'Customer',
    className: 'wrap-anywhere xl:min-w-60',
    cell: ({ customer }) => customer ?? <span className="text-muted">Unknown</span>,
  },
  {
    head: 'Current period',
    cell: ({ period }) =>
      period ? (
        <span className="text-muted">
          <Time value={period.start} dateOnly /> to <Time value={period.end} dateOnly />
        </span>
      ) : (
        none
      ),
  },
  { head: 'Next charge', cell: ({ nextChargeAt }) => (nextChargeAt ? <Time value={nextChargeAt} dateOnly /> : none) },
];

interface SubscriptionTableProps {
  subscriptions: readonly SubscriptionLine[];
  base: string;
  caption: string;
}

/** A table of subscriptions. Each row links to its order. */
export const SubscriptionTable = ({ subscriptions, base, caption }: SubscriptionTableProps) => (
  <DataTable
    caption={caption}
    columns={columns}
    lines={subscriptions}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/orders/${id}`}
  />
);
