import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { AuthHeading } from '../../../components/auth/auth-heading.tsx';
import { SignUpForm } from '../../../components/auth/sign-up-form.tsx';
import { readMerchant } from '../../../server/gateway/merchant-auth.ts';

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignUpPage() {
  if (await readMerchant(await headers())) redirect('/dashboard');
  return (
    <>
      <AuthHeading title="Create an account">
        Have one already? <Link href="/sign-in">Sign in</Link>
      </AuthHeading>
      <SignUpForm />
    </>
  );
}
