import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { LedgerKind } from '#server/billing/ledger/rules/ledger.ts';

const kindNames: Readonly<Record<LedgerKind, string>> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_reversed: 'Refund failure',
  unusable_charge: 'Late payment',
  give_back: 'Late payment refund',
  credit_granted: 'Credit granted',
  credit_used: 'Credit used',
};

/** A transaction in the list. `orderId` is the Short ID, amounts are formatted. */
export interface TransactionLine {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly productName: string;
  readonly customerEmail: string | null;
  readonly orderId: string;
  readonly amount: string;
  readonly tax: string;
  readonly occurredAt: Date;
}

const columns: readonly Column<TransactionLine>[] = [
  {
    head: 'Type',
    cell: ({ kind, orderId }) => (
      <>
        {kindNames[kind]}
        <span className="sr-only">(order {orderId})</span>
      </>
    ),
  },
  { head: 'Amount', isNumber: true, cell: ({ amount }) => amount },
  { head: 'Tax', isNumber: true, className: 'text-muted', cell: ({ tax }) => tax },
  {
    head: 'Product',
    className: 'wrap-anywhere xl:min-w-40',
    cell: ({ productName }) => productName,
  },
  {
    head: 'Customer',
    className: 'wrap-anywhere xl:min-w-48',
    cell: ({ customerEmail }) => customerEmail ?? <span className="text-muted">Unknown</span>,
  },
  { head: 'Date', className: 'text-muted', cell: ({ occurredAt }) => <Time value={occurredAt} /> },
];

/** A table of transactions, newest first. Each row links to its order. */
export const TransactionTable = ({
  transactions,
  base,
}: {
  transactions: readonly TransactionLine[];
  base: string;
}) => (
  <DataTable
    caption="Transactions"
    columns={columns}
    lines={transactions}
    keyOf={({ id }) => id}
    hrefOf={({ orderId }) => `${base}/orders/${orderId}`}
  />
);
