import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { VerifyEmail } from '#components/auth/verify-email.tsx';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';

export const metadata: Metadata = { title: 'Verify your email address', referrer: 'no-referrer' };

/** The target of a verification link. The token is in the URL's fragment, which only the browser reads. */
export default async function VerifyEmailPage() {
  const merchant = await readMerchant(await headers());
  return <VerifyEmail isSignedIn={merchant !== undefined} />;
}
