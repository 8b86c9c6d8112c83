'use client';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth } from './call-auth.ts';

/** The second step of a sign-in: an authenticator code or a recovery code. Redirects to `next`. */
export function CodeForm({ next, isRecovery }: { next: string; isRecovery: boolean }) {
  const send = async ({ code: typed = '', trustDevice }: Record<string, string>) => {
    const code = typed.replace(/\s/g, '');
    if (code === '') return { fields: { code: isRecovery ? 'Enter a recovery code.' : 'Enter the code.' } };
    const problems = await callAuth(isRecovery ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp', {
      code,
      trustDevice: trustDevice === 'on',
    });
    if (!problems) window.location.assign(next);
    return problems;
  };
  return (
    <AuthForm key={String(isRecovery)} submitLabel="Continue" send={send}>
      {(errors) => (
        <>
          {isRecovery ? (
            <Field label="Recovery code" hint="Each recovery code works once." error={errors.code}>
              <Input name="code" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} required />
            </Field>
          ) : (
            <Field label="Code" hint="The six-digit code from your authenticator app." error={errors.code}>
              <Input
                name="code"
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={12}
                className="font-mono tracking-widest"
                required
              />
            </Field>
          )}
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input type="checkbox" name="trustDevice" className="size-5 accent-primary sm:size-4" />
            Trust this device for 30 days
          </label>
        </>
      )}
    </AuthForm>
  );
}
