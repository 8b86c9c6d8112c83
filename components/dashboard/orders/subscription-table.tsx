import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DisplayStatus } from '#server/billing/orders/rules/order-display-status.ts';
import { OrderBadges } from '../status-badge.tsx';
import { amountColumn, productColumn } from './order-table.tsx';

/** A subscription as its list shows it. `id` is the Short ID, `total` ready to read. */
export interface SubscriptionLine {
  readonly id: string;
  readonly standings: readonly DisplayStatus[];
  readonly productName: string;
  readonly total: string;
  readonly rhythm: string | null;
  readonly buyer: string | null;
  readonly period: { readonly start: Date; readonly end: Date } | null;
  /** When it is charged next; null: it is not. */
  readonly nextChargeAt: Date | null;
  readonly pastDueSince: Date | null;
}

const none = <span className="text-muted">–</span>;

const columns: readonly Column<SubscriptionLine>[] = [
  productColumn('Plan', 'subscription'),
  {
    head: 'Status',
    cell: ({ standings, pastDueSince }) => (
      <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
        <OrderBadges standings={standings} />
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
    head: 'Buyer',
    className: 'wrap-anywhere xl:min-w-60',
    cell: ({ buyer }) => buyer ?? <span className="text-muted">not known yet</span>,
  },
  {
    head: 'Period',
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

/** Subscriptions. The whole row leads to its order. */
export const SubscriptionTable = ({ subscriptions, base, caption }: SubscriptionTableProps) => (
  <DataTable
    caption={caption}
    columns={columns}
    lines={subscriptions}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/orders/${id}`}
  />
);
