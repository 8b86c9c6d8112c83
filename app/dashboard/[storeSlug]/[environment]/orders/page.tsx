import { ReceiptText } from 'lucide-react';
import type { Metadata } from 'next';
import { AutoRefresh } from '../../../../../components/dashboard/auto-refresh.tsx';
import { OrderTable } from '../../../../../components/dashboard/orders/order-table.tsx';
import { ButtonLink } from '../../../../../components/ui/button.tsx';
import { Card } from '../../../../../components/ui/card.tsx';
import { EmptyState } from '../../../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../../../components/ui/page-header.tsx';
import { Pagination } from '../../../../../components/ui/pagination.tsx';
import { listStoreOrders } from '../../../../../server/queries/store-orders.ts';
import { type PageSearch, readPageNumber, requireScope, type ScopeParams } from '../../../scope.ts';
import { orderLine } from '../order-line.ts';

export const metadata: Metadata = { title: 'Orders' };

const pageSize = 25;

export default async function OrdersPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
  const { db, environment, scope, base } = await requireScope(params, '/orders');
  const page = await readPageNumber(searchParams);
  const rows = await listStoreOrders(db, scope, { limit: pageSize + 1, offset: (page - 1) * pageSize });
  return (
    <>
      <AutoRefresh />
      <PageHeader title="Orders" description="Newest first. New ones appear by themselves." />
      <Card>
        {rows.length === 0 ? (
          <EmptyState
            icon={ReceiptText}
            title={page > 1 ? 'No more orders' : 'No orders yet'}
            action={
              page > 1 ? (
                <ButtonLink href={`${base}/orders`}>To the newest</ButtonLink>
              ) : (
                <ButtonLink href={`${base}/products`}>Go to products</ButtonLink>
              )
            }
          >
            {environment === 'test'
              ? 'Make a checkout link on a product’s page, open it and pay with card 4242 4242 4242 4242. Keep this page open and watch the order arrive.'
              : 'Send a buyer a checkout link of a published product. Keep this page open and watch the order arrive.'}
          </EmptyState>
        ) : (
          <OrderTable caption="Orders" orders={rows.slice(0, pageSize).map(orderLine)} base={base} />
        )}
        <Pagination page={page} hasNext={rows.length > pageSize} href={`${base}/orders`} />
      </Card>
    </>
  );
}
