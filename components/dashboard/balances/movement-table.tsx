import Link from 'next/link';
import type { LedgerKind } from '../../../server/domain/ledger.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

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
  readonly orderId: string;
  readonly amount: string;
  readonly tax: string;
  readonly occurredAt: Date;
}

/** Movements of money, newest first. The whole row leads to the order. */
export function MovementTable({ movements, base }: { movements: readonly MovementLine[]; base: string }) {
  return (
    <Table caption="Movements" head={['Movement', 'For', 'Amount', 'Tax in it', 'At']}>
      {movements.map(({ id, kind, productName, orderId, amount, tax, occurredAt }) => (
        <Row key={id} className="hover:bg-sunken">
          <Cell className="max-md:text-base">
            <Link
              href={`${base}/orders/${orderId}`}
              className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {kindNames[kind]}
              <span className="sr-only">(order {orderId})</span>
            </Link>
          </Cell>
          <Cell label="For" className="wrap-anywhere">
            {productName}
          </Cell>
          <Cell label="Amount" className="tabular-nums md:whitespace-nowrap">
            {amount}
          </Cell>
          <Cell label="Tax in it" className="text-muted tabular-nums md:whitespace-nowrap">
            {tax}
          </Cell>
          <Cell label="At" className="text-muted">
            <Time value={occurredAt} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
