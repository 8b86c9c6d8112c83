'use client';
import { MailWarning } from 'lucide-react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Button } from '#components/ui/button.tsx';
import { useAuth } from '../account/use-auth.ts';

/** The banner of an account whose email address is not verified. */
export function UnverifiedBand({ email, sendsMail }: { email: string; sendsMail: boolean }) {
  const resend = useAuth(() => requestAuth('send-verification', {}));
  return (
    <section aria-label="Email address" className="border-b border-border bg-warning-soft text-text">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm sm:px-6">
        <p className="flex min-w-0 flex-1 basis-72 items-start gap-2">
          <MailWarning className="mt-0.5 size-4 shrink-0 text-warning-text" aria-hidden />
          <span>
            <strong className="font-semibold wrap-anywhere">{email} is not verified.</strong>{' '}
            {sendsMail
              ? 'Open the link in our email to use passkeys, two-factor authentication and invitations.'
              : 'Ask the operator of this service to verify it. Passkeys, two-factor authentication and invitations require a verified email address.'}
          </span>
        </p>
        {sendsMail && (
          <Button size="small" pending={resend.isPending} onClick={() => resend.mutate()}>
            Resend email
          </Button>
        )}
        <p role="status" className="text-muted empty:hidden">
          {resend.isSuccess && 'Email sent. Up to three emails per hour.'}
          {resend.error?.message}
        </p>
      </div>
    </section>
  );
}
