'use client';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { askAuth, checkValues, type Problems } from './call-auth.ts';

type State = 'reading' | 'password' | 'verified' | 'invalid' | 'failed';

interface Verified {
  readonly isSignedIn: boolean;
}

/** Verifies the address of a link: at once in the browser that is signed in to the account, else with its password. */
export function VerifyEmail({ isSignedIn }: { isSignedIn: boolean }) {
  const token = useRef('');
  const [state, setState] = useState<State>('reading');
  const [problem, setProblem] = useState('');
  const [entered, setEntered] = useState(isSignedIn);
  useEffect(() => {
    if (token.current) return;
    const [, given] = /^#token=([\w-]+)$/.exec(window.location.hash) ?? [];
    if (!given) return setState('invalid');
    token.current = given;
    window.history.replaceState(null, '', window.location.pathname);
    // Without a session the link needs the password: nothing to ask the service yet.
    if (!isSignedIn) return setState('password');
    void askAuth<Verified>('verify-address', { token: given }).then((answer) => {
      if (!answer.problems) return setState('verified');
      if (answer.code === 'PASSWORD_REQUIRED') return setState('password');
      setProblem(answer.problems.form ?? '');
      setState(answer.code === 'INVALID_TOKEN' ? 'invalid' : 'failed');
    });
  }, [isSignedIn]);
  const send = async (values: Record<string, string>): Promise<Problems | undefined> => {
    const wrong = checkValues(values, 'current-password');
    if (wrong) return wrong;
    const answer = await askAuth<Verified>('verify-address', { token: token.current, ...values });
    if (answer.problems) return answer.problems;
    setEntered(answer.data.isSignedIn);
    setState('verified');
    return undefined;
  };
  return (
    <>
      <AuthHeading title="Verify your email address">
        It shows that the address is yours. Passkeys, two-factor sign-in and invitations need it.
      </AuthHeading>
      <div className="flex flex-col gap-5" aria-live="polite">
        {state === 'reading' && <p className="text-sm text-muted">Checking the link …</p>}
        {state === 'password' && (
          <>
            <p className="text-sm text-muted">
              Enter the password of your account to confirm that you made it. If you did not choose one,{' '}
              <Link href="/forgot-password">set a new password</Link>: that verifies the address as well.
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
        {state === 'verified' && (
          <>
            <Alert tone="success" title="Your address is verified" />
            <ButtonLink href={entered ? '/dashboard' : '/sign-in'} variant="primary" size="large">
              {entered ? 'Open the dashboard' : 'Sign in'}
            </ButtonLink>
          </>
        )}
        {(state === 'invalid' || state === 'failed') && (
          <>
            <Alert tone="warning" title="The address could not be verified">
              {state === 'failed'
                ? problem
                : 'The link is incomplete, has been used, or was replaced by a newer one. Sign in to have it sent again.'}
            </Alert>
            <ButtonLink href={isSignedIn ? '/dashboard' : '/sign-in'} size="large">
              {isSignedIn ? 'Open the dashboard' : 'Sign in'}
            </ButtonLink>
          </>
        )}
      </div>
    </>
  );
}
