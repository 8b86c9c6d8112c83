import type { Metadata } from 'next';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { ResetPasswordForm } from '#components/auth/reset-password-form.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

// The address holds the token: no other site is told where its visitor came from.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await searchParams;
  return (
    <>
      <AuthHeading title="Set a new password">
        Link no longer working? <Link href="/forgot-password">Ask for a new one</Link>
      </AuthHeading>
      {typeof token === 'string' && token !== '' ? (
        <ResetPasswordForm token={token} />
      ) : (
        <div className="flex flex-col gap-4">
          <Alert tone="warning" title="The link is incomplete">
            Open it once more from the email, the whole of it, or ask for a new one.
          </Alert>
          <ButtonLink href="/forgot-password" size="large">
            Ask for a new link
          </ButtonLink>
        </div>
      )}
    </>
  );
}
