import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DisplayStatus } from '#server/billing/orders/rules/order-display-status.ts';
import { OrderBadges } from '../status-badge.tsx';

/** An order in a list. `id` is the Short ID, `total` is formatted. */
export interface OrderLine {
  readonly id: string;
  readonly statuses: readonly DisplayStatus[];
  readonly productName: string;
  readonly total: string;
  /** The billing interval of a subscription: "every month". */
  readonly interval: string | null;
  readonly buyerEmail: string | null;
  readonly createdAt: Date;
}

const customerColumn: Column<OrderLine> = {
  head: 'Customer',
  className: 'wrap-anywhere md:min-w-36 xl:min-w-60',
  cell: ({ buyerEmail }) => buyerEmail ?? <span className="text-muted">Unknown</span>,
};

export const productColumn = (
  head: string,
  noun: string,
): Column<{ readonly productName: string; readonly id: string }> => ({
  head,
  className: 'wrap-anywhere xl:min-w-40',
  cell: ({ productName, id }) => (
    <>
      {productName}
      <span className="sr-only">
        ({noun} {id})
      </span>
    </>
  ),
});

export const amountColumn = (head: string): Column<{ readonly total: string; readonly interval: string | null }> => ({
  head,
  isNumber: true,
  cell: ({ total, interval }) => (
    <>
      {total} {interval && <span className="text-xs text-muted md:block">{interval}</span>}
    </>
  ),
});

const singleCustomerColumns: readonly Column<OrderLine>[] = [
  productColumn('Product', 'order'),
  { head: 'Status', cell: ({ statuses }) => <OrderBadges statuses={statuses} /> },
  amountColumn('Amount'),
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const columns = singleCustomerColumns.toSpliced(-1, 0, customerColumn);

interface OrderTableProps {
  orders: readonly OrderLine[];
  base: string;
  caption: string;
  /** Hides the customer column, for the orders of one customer. */
  isSingleCustomer?: boolean;
}

/** A table of orders. Each row links to its order. */
export const OrderTable = ({ orders, base, caption, isSingleCustomer = false }: OrderTableProps) => (
  <DataTable
    caption={caption}
    columns={isSingleCustomer ? singleCustomerColumns : columns}
    lines={orders}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/orders/${id}`}
  />
);
