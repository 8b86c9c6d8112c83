import { ReceiptText } from 'lucide-react';
import { OrderTable } from '#components/dashboard/orders/order-table.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { listStoreOrders } from '#server/billing/orders/data/store-orders.ts';
import { orderLine } from '../order-line.ts';
import type { Found } from './overview-query.ts';

const maxOrders = 5;

/** The newest orders, regardless of the date range. */
export async function LatestOrders({ found: { readDb, scope, base } }: { found: Found }) {
  const latest = await listStoreOrders(readDb, scope, { limit: maxOrders, offset: 0 });
  return (
    <CardSection
      title="Recent orders"
      flush
      action={
        latest.length > 0 && (
          <ButtonLink size="small" variant="ghost" href={`${base}/orders`}>
            View all orders
          </ButtonLink>
        )
      }
    >
      {latest.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No orders yet">
          Your first order will appear here automatically.
        </EmptyState>
      ) : (
        <OrderTable caption="Recent orders" orders={latest.map(orderLine)} base={base} />
      )}
    </CardSection>
  );
}
