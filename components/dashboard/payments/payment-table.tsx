import type { PaymentStatus } from '../../../server/domain/payment.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { PaymentBadge } from '../status-badge.tsx';

/** A payment as a list shows it. `id` is the Short ID, amounts are ready to read. */
export interface PaymentRow {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amount: string;
  /** What of it was given back; null: nothing. */
  readonly refunded: string | null;
  readonly method: string;
  readonly declined: string | null;
  readonly productName: string;
  readonly buyer: string | null;
  readonly createdAt: Date;
}

const columns: readonly Column<PaymentRow>[] = [
  {
    head: 'Amount',
    className: 'tabular-nums md:whitespace-nowrap',
    cell: ({ amount, id }) => (
      <>
        {amount}
        <span className="sr-only">(payment {id})</span>
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
  { head: 'Refunded', isNumber: true, cell: ({ refunded }) => refunded },
  { head: 'Method', cell: ({ method }) => method },
  { head: 'Product', className: 'wrap-anywhere xl:min-w-32', cell: ({ productName }) => productName },
  {
    head: 'Buyer',
    className: 'wrap-anywhere xl:min-w-48',
    cell: ({ buyer }) => buyer ?? <span className="text-muted">not known</span>,
  },
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Payments. The whole row leads to the payment. */
export const PaymentTable = ({ payments, base }: { payments: readonly PaymentRow[]; base: string }) => (
  <DataTable
    caption="Payments"
    columns={columns}
    lines={payments}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/payments/${id}`}
  />
);
