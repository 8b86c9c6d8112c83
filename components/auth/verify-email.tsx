'use client';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { Link } from '#components/ui/link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { checkValues, type Problems, requestAuth } from './call-auth.ts';

interface Verified {
  readonly isSignedIn: boolean;
}

interface State {
  readonly step: 'reading' | 'password' | 'verified' | 'failed';
  readonly problem?: string | undefined;
}

const badLink = 'The link is incomplete, has already been used, or was replaced by a newer one. Sign in to resend it.';

/** Removes the token from the URL, and verifies immediately if the user is signed in. */
async function open(isSignedIn: boolean): Promise<State & { readonly token: string }> {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1] ?? '';
  window.history.replaceState(null, '', window.location.pathname);
  if (token === '') return { token, step: 'failed', problem: badLink };
  // Without a session, verification requires the password.
  if (!isSignedIn) return { token, step: 'password' };
  const answer = await requestAuth<Verified>('verify-address', { token });
  if (!answer.problems) return { token, step: 'verified' };
  if (answer.code === 'PASSWORD_REQUIRED') return { token, step: 'password' };
  return { token, step: 'failed', problem: answer.code === 'INVALID_TOKEN' ? badLink : answer.problems.form };
}

/** Verifies an email address: immediately for a signed-in user, else with the account's password. */
export function VerifyEmail({ isSignedIn }: { isSignedIn: boolean }) {
  const opened = useRef<ReturnType<typeof open>>(undefined);
  const [{ step, problem }, setState] = useState<State>({ step: 'reading' });
  const [isEntered, setEntered] = useState(isSignedIn);
  useEffect(() => {
    opened.current ??= open(isSignedIn);
    void opened.current.then(setState);
  }, [isSignedIn]);
  const send = async (values: Record<string, string>): Promise<Problems | undefined> => {
    const problems = checkValues(values, 'current-password');
    if (problems) return problems;
    const token = (await opened.current)?.token;
    const answer = await requestAuth<Verified>('verify-address', { token, ...values });
    if (answer.problems) return answer.problems;
    setEntered(answer.data.isSignedIn);
    setState({ step: 'verified' });
    return undefined;
  };
  return (
    <>
      <AuthHeading title="Verify your email address">
        Passkeys, two-factor authentication and invitations require a verified email address.
      </AuthHeading>
      <div className="flex flex-col gap-5" aria-live="polite">
        {step === 'reading' && <p className="text-sm text-muted">Checking the link…</p>}
        {step === 'password' && (
          <>
            <p className="text-sm text-muted">
              Enter your account’s password to confirm your email address. If you don’t have a password,{' '}
              <Link href="/forgot-password">set a new one</Link>. That also verifies the address.
            </p>
            <AuthForm submitLabel="Verify address" send={send}>
              {(errors) => (
                <Field label="Password" error={errors.password}>
                  <PasswordInput name="password" autoComplete="current-password" required />
                </Field>
              )}
            </AuthForm>
          </>
        )}
        {step === 'verified' && (
          <>
            <Alert tone="success" title="Email address verified" />
            <ButtonLink href={isEntered ? '/dashboard' : '/sign-in'} variant="primary" size="large">
              {isEntered ? 'Go to dashboard' : 'Sign in'}
            </ButtonLink>
          </>
        )}
        {step === 'failed' && (
          <>
            <Alert tone="warning" title="Email address not verified">
              {problem}
            </Alert>
            <ButtonLink href={isSignedIn ? '/dashboard' : '/sign-in'} size="large">
              {isSignedIn ? 'Go to dashboard' : 'Sign in'}
            </ButtonLink>
          </>
        )}
      </div>
    </>
  );
}
