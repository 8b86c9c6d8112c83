import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { PaymentStatus } from '#server/domain/payment.ts';
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

const buyerColumn: Column<PaymentRow> = {
  head: 'Buyer',
  className: 'wrap-anywhere xl:min-w-60',
  cell: ({ buyer }) => buyer ?? <span className="text-muted">not known</span>,
};

const ofOneBuyer: readonly Column<PaymentRow>[] = [
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

const columns = ofOneBuyer.toSpliced(-1, 0, buyerColumn);

interface PaymentTableProps {
  payments: readonly PaymentRow[];
  base: string;
  /** Whether all of them are one buyer's, who is named elsewhere. */
  isOfOneBuyer?: boolean;
}

/** Payments. The whole row leads to the payment. */
export const PaymentTable = ({ payments, base, isOfOneBuyer = false }: PaymentTableProps) => (
  <DataTable
    caption="Payments"
    columns={isOfOneBuyer ? ofOneBuyer : columns}
    lines={payments}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/payments/${id}`}
  />
);
