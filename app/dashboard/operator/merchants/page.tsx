import type { Metadata } from 'next';
import { type AccountLine, AccountTable } from '#components/dashboard/operator/account-table.tsx';
import { countsAsVerified } from '#server/accounts/data/address-proof.ts';
import { toShortId } from '#server/domain/ids.ts';
import { settings } from '#server/platform/settings.ts';
import { listAccounts } from '#server/stores/data/operator-lists.ts';
import type { PageSearch } from '../../scope.ts';
import { OperatorList } from '../operator-list.tsx';

export const metadata: Metadata = { title: 'Merchants' };

export default function MerchantsPage({ searchParams }: { searchParams: PageSearch }) {
  return (
    <OperatorList
      path="/dashboard/operator/merchants"
      title="Merchants"
      description="All accounts on this server, newest first."
      placeholder="Name or email"
      searchParams={searchParams}
      list={listAccounts}
      table={(found) => <AccountTable accounts={found.map(lineOf)} />}
    />
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
