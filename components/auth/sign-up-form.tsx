'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { Link } from '#components/ui/link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { AuthForm } from './auth-form.tsx';
import { checkValues, requestAuth } from './call-auth.ts';
import { savedInvitation } from './use-invitation.ts';

/**
 * Creates an account. Without a mail server the user is signed in and redirected to `next`. With one, the address is
 * verified first, and the page does not reveal whether the address already has an account.
 */
export function SignUpForm({ next, needsInvitation }: { next: string; needsInvitation: boolean }) {
  const [sentTo, setSentTo] = useState<string>();
  const isHydrated = useHydrated();
  const invitation = isHydrated ? readToken() : null;
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'new-password');
    if (problems) return problems;
    const body = { ...values, ...(invitation && { invitation }) };
    const answer = await requestAuth<{ token: string | null }>('sign-up/email', body);
    if (answer.problems) return answer.problems;
    if (answer.data.token === null) setSentTo(values.email);
    else window.location.assign(next);
    return undefined;
  };
  if (sentTo) return <CheckInbox email={sentTo} isInvited={invitation !== null} />;
  if (isHydrated && needsInvitation && invitation === null) {
    return (
      <Alert role="note" title="Sign-up is by invitation">
        Open your invitation link in this browser, or ask the operator for an invitation.
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
            hint={invitation !== null && needsInvitation && 'Use the invited address.'}
            error={errors.email}
          >
            <Input name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
          </Field>
          <Field label="Password" hint="At least 10 characters." error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
        </>
      )}
    </AuthForm>
  );
}

/** The invitation token of this tab: an operator's from the URL, or a store's from the session storage. */
const readToken = (): string | null => /^#invitation=([\w-]+)$/.exec(window.location.hash)?.[1] ?? savedInvitation();

const CheckInbox = ({ email, isInvited }: { email: string; isInvited: boolean }) => (
  <Alert tone="success" title="Check your inbox">
    <p>
      We sent an email to <strong className="break-all">{email}</strong>. Open the link in it to verify your address. It
      works once and expires in 24 hours.
    </p>
    {isInvited && <p className="mt-2">Then open your invitation link again.</p>}
    <p className="mt-2">
      No email after a few minutes? Check your spam folder, or <Link href="/sign-in">sign in</Link> to resend it.
    </p>
  </Alert>
);
