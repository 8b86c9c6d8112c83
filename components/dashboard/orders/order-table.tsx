import Link from 'next/link';
import type { OrderStatus } from '../../../server/domain/order.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { OrderBadge } from '../status-badge.tsx';

/** An order as a list shows it. `id` is the Short ID, `total` ready to read. */
export interface OrderLine {
  readonly id: string;
  readonly status: OrderStatus;
  readonly productName: string;
  readonly total: string;
  readonly buyerEmail: string | null;
  readonly createdAt: Date;
}

/** Orders, newest first. The whole row leads to the order. */
export function OrderTable({ orders, base, caption }: { orders: readonly OrderLine[]; base: string; caption: string }) {
  return (
    <Table caption={caption} head={['Product', 'Status', 'Amount', 'Buyer', 'Created']}>
      {orders.map(({ id, status, productName, total, buyerEmail, createdAt }) => (
        <Row key={id} className="hover:bg-sunken">
          <Cell className="max-md:text-base">
            <Link
              href={`${base}/orders/${id}`}
              className="font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {productName}
              <span className="sr-only">(order {id})</span>
            </Link>
          </Cell>
          <Cell label="Status">
            <OrderBadge status={status} />
          </Cell>
          <Cell label="Amount" className="tabular-nums md:whitespace-nowrap">
            {total}
          </Cell>
          <Cell label="Buyer" className="break-all">
            {buyerEmail ?? <span className="text-muted">not known yet</span>}
          </Cell>
          <Cell label="Created" className="text-muted">
            <Time value={createdAt} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
