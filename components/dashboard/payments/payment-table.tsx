import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { PaymentBadge } from '../status-badge.tsx';

/** A payment in a list. `id` is the Short ID, amounts are formatted. */
export interface PaymentRow {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amount: string;
  /** The refunded amount; null: none. */
  readonly refunded: string | null;
  readonly method: string;
  readonly declined: string | null;
  readonly productName: string;
  readonly customer: string | null;
  readonly createdAt: Date;
}

const customerColumn: Column<PaymentRow> = {
  head: 'Customer',
  className: 'wrap-anywhere xl:min-w-60',
  cell: ({ customer }) => customer ?? <span className="text-muted">Unknown</span>,
};

const singleCustomerColumns: readonly Column<PaymentRow>[] = [
  {
    head: 'Amount',
    className: 'tabular-nums md:whitespace-nowrap',
    cell: ({ amount, refunded, id }) => (
      <>
        {amount}
        <span className="sr-only">(payment {id})</span>
        {refunded && <span className="text-xs font-normal text-muted md:block"> {refunded} refunded</span>}
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ status, declined }) => (
      <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
        <PaymentBadge status={status} />
        {declined && <span className="text-xs text-muted">{declined}</span>}
      </span>
    ),
  },
  { head: 'Method', className: 'md:whitespace-nowrap', cell: ({ method }) => method },
  { head: 'Product', className: 'wrap-anywhere xl:min-w-32', cell: ({ productName }) => productName },
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const columns = singleCustomerColumns.toSpliced(-1, 0, customerColumn);

interface PaymentTableProps {
  payments: readonly PaymentRow[];
  base: string;
  /** Hides the customer column, for the payments of one customer. */
  isSingleCustomer?: boolean;
}

/** A table of payments. Each row links to its payment. */
export const PaymentTable = ({ payments, base, isSingleCustomer = false }: PaymentTableProps) => (
  <DataTable
    caption="Payments"
    columns={isSingleCustomer ? singleCustomerColumns : columns}
    lines={payments}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/payments/${id}`}
  />
);
