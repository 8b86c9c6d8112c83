import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { PasskeyButton } from '#components/auth/passkey-button.tsx';
import { SignInForm } from '#components/auth/sign-in-form.tsx';
import { Link } from '#components/ui/link.tsx';
import { database } from '#db/client.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { settings } from '#server/platform/settings.ts';
import { signUpState } from '#server/stores/sign-up.ts';
import { ownPath } from '../own-path.ts';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const next = ownPath((await searchParams).next);
  if (await readMerchant(await headers())) redirect(next);
  const signUp = await signUpState(database(settings()).db, settings());
  return (
    <>
      <AuthHeading title="Sign in">
        {(signUp === 'open' || signUp === 'first') && (
          <>
            New here? <Link href={`/sign-up?next=${encodeURIComponent(next)}`}>Create an account</Link>
          </>
        )}
      </AuthHeading>
      <SignInForm next={next} />
      <PasskeyButton next={next} />
    </>
  );
}
