import type { Metadata } from 'next';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { ResetPasswordForm } from '#components/auth/reset-password-form.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

// The URL contains the token, so it must not leak through the Referer header.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await searchParams;
  return (
    <>
      <AuthHeading title="Set a new password">
        Link expired? <Link href="/forgot-password">Request a new one</Link>
      </AuthHeading>
      {typeof token === 'string' && token !== '' ? (
        <ResetPasswordForm token={token} />
      ) : (
        <div className="flex flex-col gap-4">
          <Alert tone="warning" title="This link is incomplete">
            Open the full link from the email again, or request a new one.
          </Alert>
          <ButtonLink href="/forgot-password" size="large">
            Request new link
          </ButtonLink>
        </div>
      )}
    </>
  );
}
