import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OperatorSearch } from '../../../../components/dashboard/operator/search-form.tsx';
import { type StoreLine, StoreTable } from '../../../../components/dashboard/operator/store-table.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { PageHeader } from '../../../../components/ui/page-header.tsx';
import { toShortId } from '../../../../server/domain/ids.ts';
import { listAllStores, maxCountedOrders } from '../../../../server/queries/operator-lists.ts';
import { isOperator } from '../../../../server/queries/operators.ts';
import { settings } from '../../../../server/settings.ts';
import { type PageSearch, requireAccount } from '../../scope.ts';
import { OperatorFrame } from '../operator-frame.tsx';

export const metadata: Metadata = { title: 'Stores' };

const maxLines = 100;

export default async function StoresPage({ searchParams }: { searchParams: PageSearch }) {
  const { db, merchant, stores } = await requireAccount('/dashboard/operator/stores');
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const { q } = await searchParams;
  const search = typeof q === 'string' ? q.trim().slice(0, 200) : '';
  const found = await listAllStores(db, { search, limit: maxLines });
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-6xl">
      <PageHeader title="Stores" description="All stores of this service, the newest first." />
      <OperatorSearch value={search} placeholder="Name, slug or owner" />
      <Card>
        {found.length === 0 ? (
          <p className="p-5 text-sm text-muted">{search ? 'Nothing matches the search.' : 'There is none yet.'}</p>
        ) : (
          <StoreTable stores={found.map(lineOf)} />
        )}
      </Card>
      {found.length === maxLines && (
        <p className="mt-3 text-sm text-muted">The newest {maxLines}. Search for the others.</p>
      )}
    </OperatorFrame>
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
