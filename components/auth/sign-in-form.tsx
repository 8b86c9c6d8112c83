'use client';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { Link } from '#components/ui/link.tsx';
import { AuthForm } from './auth-form.tsx';
import { checkValues, requestAuth } from './call-auth.ts';

/** Signs in and redirects to `next`, a path of this site, or to the two-factor page first. */
export function SignInForm({ next }: { next: string }) {
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'current-password');
    if (problems) return problems;
    const answer = await requestAuth<{ twoFactorRedirect?: true }>('sign-in/email', values);
    if (answer.problems) return answer.problems;
    const needsCode = answer.data.twoFactorRedirect === true;
    window.location.assign(needsCode ? `/sign-in/code?next=${encodeURIComponent(next)}` : next);
    return undefined;
  };
  return (
    <AuthForm submitLabel="Sign in" send={send}>
      {(errors) => (
        <>
          <Field label="Email" error={errors.email}>
            <Input
              name="email"
              type="email"
              autoComplete="username webauthn"
              inputMode="email"
              autoCapitalize="none"
              required
            />
          </Field>
          <div className="relative">
            <Field label="Password" error={errors.password}>
              <PasswordInput name="password" autoComplete="current-password" required />
            </Field>
            <Link
              href="/forgot-password"
              className="absolute end-0 top-0 text-sm text-link underline underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-3"
            >
              Forgot password?
            </Link>
          </div>
        </>
      )}
    </AuthForm>
  );
}
