import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Providers } from '#components/dashboard/providers.tsx';
import { UnverifiedBand } from '#components/dashboard/shell/unverified-band.tsx';
import { countsAsVerified, needsAddressProof } from '#server/accounts/data/address-proof.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { settings } from '#server/platform/settings.ts';
import { readAccount } from './scope.ts';

export const metadata: Metadata = { title: { default: 'Dashboard', template: '%s · Counterfoil' } };

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const unverified = await findUnverifiedAddress();
  return (
    <Providers>
      {unverified && <UnverifiedBand email={unverified} sendsMail={settings().smtpUrl !== undefined} />}
      {children}
    </Providers>
  );
}

/** The account's unverified email address. Read from the database because the session caches the account. */
async function findUnverifiedAddress(): Promise<string | undefined> {
  if (!needsAddressProof(settings())) return undefined;
  const session = await readAccount();
  const account = session && (await findMerchant(session.db, session.merchant.id));
  return account && !countsAsVerified(settings(), account) ? account.email : undefined;
}
