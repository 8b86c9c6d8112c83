import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { CodeForm } from '#components/auth/code-form.tsx';
import { Link } from '#components/ui/link.tsx';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { ownPath } from '../../own-path.ts';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Two-factor authentication' };

export default async function CodePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = await searchParams;
  const next = ownPath(query.next);
  if (await readMerchant(await headers())) redirect(next);
  const isRecovery = query.by === 'recovery';
  const path = `/sign-in/code?next=${encodeURIComponent(next)}`;
  return (
    <>
      <AuthHeading title={isRecovery ? 'Enter recovery code' : 'Enter authentication code'}>
        {isRecovery ? (
          <Link href={path}>Use your authenticator app</Link>
        ) : (
          <Link href={`${path}&by=recovery`}>Use a recovery code</Link>
        )}
        {' · '}
        <Link href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in again</Link>
      </AuthHeading>
      <CodeForm next={next} isRecovery={isRecovery} />
    </>
  );
}
