import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { SignUpForm } from '#components/auth/sign-up-form.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';
import { database } from '#db/client.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { settings } from '#server/platform/settings.ts';
import { signUpState } from '#server/stores/sign-up.ts';
import { ownPath } from '../own-path.ts';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const next = ownPath((await searchParams).next);
  if (await readMerchant(await headers())) redirect(next);
  const state = await signUpState(database(settings()).db, settings());
  return (
    <>
      <AuthHeading title="Create an account">
        Already have an account? <Link href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</Link>
      </AuthHeading>
      {state === 'off' ? (
        <Alert role="note" title="Sign-up is disabled">
          Ask the operator to create an account for you.
        </Alert>
      ) : (
        // A new account has no stores, so dashboard pages lead to the new-store page.
        <SignUpForm
          next={next.startsWith('/dashboard') ? '/dashboard/new-store' : next}
          needsInvitation={state === 'invited'}
        />
      )}
    </>
  );
}
