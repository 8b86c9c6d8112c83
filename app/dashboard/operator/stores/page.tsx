import type { Metadata } from 'next';
import { type StoreLine, StoreTable } from '#components/dashboard/operator/store-table.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { listAllStores, maxCountedOrders } from '#server/stores/data/operator-lists.ts';
import type { PageSearch } from '../../scope.ts';
import { OperatorList } from '../operator-list.tsx';

export const metadata: Metadata = { title: 'Stores' };

export default function StoresPage({ searchParams }: { searchParams: PageSearch }) {
  return (
    <OperatorList
      path="/dashboard/operator/stores"
      title="Stores"
      description="All stores on this server, newest first."
      placeholder="Name, slug or owner"
      searchParams={searchParams}
      list={listAllStores}
      table={(found) => <StoreTable stores={found.map(lineOf)} />}
    />
  );
}

type Found = Awaited<ReturnType<typeof listAllStores>>[number];

const lineOf = ({ store, owner, orderCount }: Found): StoreLine => ({
  storeId: toShortId('STO', store.id),
  name: store.name,
  slug: store.slug,
  owner: owner.email,
  status: store.status,
  prodEnabled: store.prodEnabled,
  isSuspended: store.prodSuspendedAt !== null,
  isSuspendedWithOwner: store.suspendedWith !== null,
  suspensionReason: store.prodSuspensionReason,
  orders: orderCount >= maxCountedOrders ? `${maxCountedOrders.toLocaleString('en-US')}+` : String(orderCount),
});
