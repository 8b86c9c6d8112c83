'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { Link } from '#components/ui/link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { AuthForm } from './auth-form.tsx';
import { askAuth, checkValues } from './call-auth.ts';
import { keptInvitation } from './use-invitation.ts';

/**
 * Makes an account. Without mail it is signed in at once and goes on to `next`; with mail its address is verified first,
 * and the page says the same for an address that has an account.
 */
export function SignUpForm({ next, needsInvitation }: { next: string; needsInvitation: boolean }) {
  const [sentTo, setSentTo] = useState<string>();
  const isAwake = useHydrated();
  const invitation = isAwake ? readToken() : null;
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'new-password');
    if (problems) return problems;
    const body = { ...values, ...(invitation && { invitation }) };
    const answer = await askAuth<{ token: string | null }>('sign-up/email', body);
    if (answer.problems) return answer.problems;
    if (answer.data.token === null) setSentTo(values.email);
    else window.location.assign(next);
    return undefined;
  };
  if (sentTo) return <CheckInbox email={sentTo} isInvited={invitation !== null} />;
  if (isAwake && needsInvitation && invitation === null) {
    return (
      <Alert role="note" title="Sign-up is by invitation">
        Open the link of your invitation in this browser, or ask the operator of this service for one.
      </Alert>
    );
  }
  return (
    <AuthForm submitLabel="Create account" send={send}>
      {(errors) => (
        <>
          <Field label="Your name" error={errors.name}>
            <Input name="name" autoComplete="name" maxLength={100} required />
          </Field>
          <Field
            label="Email"
            hint={invitation !== null && needsInvitation && 'The address that the invitation is for.'}
            error={errors.email}
          >
            <Input name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
          </Field>
          <Field label="Password" hint="At least 10 characters. Long beats complicated." error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
        </>
      )}
    </AuthForm>
  );
}

/** The token of the invitation that this tab was opened with: an operator's in this page's address, or a store's. */
const readToken = (): string | null => /^#invitation=([\w-]+)$/.exec(window.location.hash)?.[1] ?? keptInvitation();

const CheckInbox = ({ email, isInvited }: { email: string; isInvited: boolean }) => (
  <Alert tone="success" title="Check your inbox">
    <p>
      We sent an email to <strong className="break-all">{email}</strong>. Open its link to verify the address; it works
      once, within 24 hours.
    </p>
    {isInvited && <p className="mt-2">Then open the link of your invitation again.</p>}
    <p className="mt-2">
      No email after a few minutes? Look in the spam folder, or <Link href="/sign-in">sign in</Link> to have it sent
      again.
    </p>
  </Alert>
);
