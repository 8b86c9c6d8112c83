import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type AccountLine, AccountTable } from '../../../../components/dashboard/operator/account-table.tsx';
import { OperatorSearch } from '../../../../components/dashboard/operator/search-form.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { PageHeader } from '../../../../components/ui/page-header.tsx';
import { toShortId } from '../../../../server/domain/ids.ts';
import { countsAsVerified } from '../../../../server/queries/address-proof.ts';
import { listAccounts } from '../../../../server/queries/operator-lists.ts';
import { isOperator } from '../../../../server/queries/operators.ts';
import { settings } from '../../../../server/settings.ts';
import { type PageSearch, requireAccount } from '../../scope.ts';
import { OperatorFrame } from '../operator-frame.tsx';

export const metadata: Metadata = { title: 'Merchants' };

const maxLines = 100;

export default async function MerchantsPage({ searchParams }: { searchParams: PageSearch }) {
  const { db, merchant, stores } = await requireAccount('/dashboard/operator/merchants');
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const { q } = await searchParams;
  const search = typeof q === 'string' ? q.trim().slice(0, 200) : '';
  const found = await listAccounts(db, { search, limit: maxLines });
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-6xl">
      <PageHeader title="Merchants" description="All accounts of this service, the newest first." />
      <OperatorSearch value={search} placeholder="Name or email" />
      <Card>
        {found.length === 0 ? (
          <p className="p-5 text-sm text-muted">{search ? 'Nothing matches the search.' : 'There is none yet.'}</p>
        ) : (
          <AccountTable accounts={found.map(lineOf)} />
        )}
      </Card>
      {found.length === maxLines && (
        <p className="mt-3 text-sm text-muted">The newest {maxLines}. Search for the others.</p>
      )}
    </OperatorFrame>
  );
}

type Found = Awaited<ReturnType<typeof listAccounts>>[number];

const lineOf = (account: Found): AccountLine => ({
  merchantId: toShortId('MER', account.id),
  name: account.name,
  email: account.email,
  isVerified: countsAsVerified(settings(), account),
  isSuspended: account.suspendedAt !== null,
  suspensionReason: account.suspensionReason,
  hasTwoFactor: account.twoFactorEnabled,
  storeCount: account.storeCount,
  createdAt: account.createdAt,
  lastSeenAt: account.lastSeenAt,
});
