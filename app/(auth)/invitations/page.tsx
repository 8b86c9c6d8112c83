import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Invitation } from '#components/auth/invitation.tsx';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

/** The target of an invitation link. The token is in the URL's fragment, which only the browser reads. */
export default async function InvitationPage() {
  const merchant = await readMerchant(await headers());
  return <Invitation account={merchant ? { name: merchant.name, email: merchant.email } : null} />;
}
