import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { OrderTable } from '#components/dashboard/orders/order-table.tsx';
import { listedOrderLine } from '../order-line.ts';
import { OrderList } from './order-list.tsx';

export const metadata: Metadata = { title: 'Orders' };

export default async function OrdersPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/orders');
  return (
    <OrderList
      account={account}
      search={await searchParams}
      list="orders"
      title="Orders"
      description="One-time orders and subscriptions. Updates automatically."
      table={(orders) => <OrderTable caption="Orders" orders={orders.map(listedOrderLine)} base={account.base} />}
    />
  );
}
