import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { VerifyEmail } from '#components/auth/verify-email.tsx';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';

export const metadata: Metadata = { title: 'Verify your email address', referrer: 'no-referrer' };

/** Where a verification link leads. The browser alone reads the token behind the `#`. */
export default async function VerifyEmailPage() {
  const merchant = await readMerchant(await headers());
  return <VerifyEmail isSignedIn={merchant !== undefined} />;
}
