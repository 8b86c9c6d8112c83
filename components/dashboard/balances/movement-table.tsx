import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { LedgerKind } from '#server/billing/ledger/rules/ledger.ts';

const kindNames: Readonly<Record<LedgerKind, string>> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_reversed: 'Refund that came back',
  unusable_charge: 'Payment that came too late',
  give_back: 'Given back',
};

/** A movement as the list shows it. `orderId` is the Short ID, the amounts ready to read. */
export interface MovementLine {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly productName: string;
  readonly buyerEmail: string | null;
  readonly orderId: string;
  readonly amount: string;
  readonly tax: string;
  readonly occurredAt: Date;
}

const columns: readonly Column<MovementLine>[] = [
  {
    head: 'Movement',
    cell: ({ kind, orderId }) => (
      <>
        {kindNames[kind]}
        <span className="sr-only">(order {orderId})</span>
      </>
    ),
  },
  { head: 'Amount', isNumber: true, cell: ({ amount }) => amount },
  { head: 'Tax in it', isNumber: true, className: 'text-muted', cell: ({ tax }) => tax },
  {
    head: 'For',
    className: 'wrap-anywhere xl:min-w-40',
    cell: ({ productName }) => productName,
  },
  {
    head: 'Buyer',
    className: 'wrap-anywhere xl:min-w-48',
    cell: ({ buyerEmail }) => buyerEmail ?? <span className="text-muted">not known</span>,
  },
  { head: 'At', className: 'text-muted', cell: ({ occurredAt }) => <Time value={occurredAt} /> },
];

/** Movements of money, newest first. The whole row leads to the order. */
export const MovementTable = ({ movements, base }: { movements: readonly MovementLine[]; base: string }) => (
  <DataTable
    caption="Movements"
    columns={columns}
    lines={movements}
    keyOf={({ id }) => id}
    hrefOf={({ orderId }) => `${base}/orders/${orderId}`}
  />
);
