import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Invitation } from '#components/auth/invitation.tsx';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

/** Where an emailed invitation leads. What stands behind the `#` the browser alone reads. */
export default async function InvitationPage() {
  const merchant = await readMerchant(await headers());
  return <Invitation account={merchant ? { name: merchant.name, email: merchant.email } : null} />;
}
