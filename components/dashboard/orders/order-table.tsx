import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DisplayStatus } from '#server/billing/orders/rules/order-display-status.ts';
import { OrderBadges } from '../status-badge.tsx';

/** An order as a list shows it. `id` is the Short ID, `total` ready to read. */
export interface OrderLine {
  readonly id: string;
  readonly standings: readonly DisplayStatus[];
  readonly productName: string;
  readonly total: string;
  /** Of a subscription, how often that is: "every month". */
  readonly rhythm: string | null;
  readonly buyerEmail: string | null;
  readonly createdAt: Date;
}

const buyer: Column<OrderLine> = {
  head: 'Buyer',
  className: 'wrap-anywhere md:min-w-36 xl:min-w-60',
  cell: ({ buyerEmail }) => buyerEmail ?? <span className="text-muted">not known yet</span>,
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

export const amountColumn = (head: string): Column<{ readonly total: string; readonly rhythm: string | null }> => ({
  head,
  isNumber: true,
  cell: ({ total, rhythm }) => (
    <>
      {total} {rhythm && <span className="text-xs text-muted md:block">{rhythm}</span>}
    </>
  ),
});

const ofOneBuyer: readonly Column<OrderLine>[] = [
  productColumn('Product', 'order'),
  { head: 'Status', cell: ({ standings }) => <OrderBadges standings={standings} /> },
  amountColumn('Amount'),
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const columns = ofOneBuyer.toSpliced(-1, 0, buyer);

interface OrderTableProps {
  orders: readonly OrderLine[];
  base: string;
  caption: string;
  /** Whether all of them are one buyer's, who is named elsewhere. */
  isOfOneBuyer?: boolean;
}

/** Orders. The whole row leads to the order. */
export const OrderTable = ({ orders, base, caption, isOfOneBuyer = false }: OrderTableProps) => (
  <DataTable
    caption={caption}
    columns={isOfOneBuyer ? ofOneBuyer : columns}
    lines={orders}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/orders/${id}`}
  />
);
