'use client';
import { useRef } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { QrCode } from '#components/ui/qr-code.tsx';
import { useAuth } from './use-auth.ts';

interface VerifyAppProps {
  /** The otpauth:// URI with the secret and the account. */
  uri: string;
  onVerified: () => void;
  onCancel: () => void;
}

/** Shows the secret to an authenticator app, and verifies its first code. */
export function VerifyApp({ uri, onVerified, onCancel }: VerifyAppProps) {
  const field = useRef<HTMLInputElement>(null);
  const verify = useAuth((body: { code: string }) => requestAuth('two-factor/verify-totp', body));
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const submit = (data: FormData) => {
    const code = String(data.get('code') ?? '').replace(/\s/g, '');
    if (code !== '') verify.mutate({ code }, { onSuccess: onVerified });
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title="Connect your authenticator app"
      initialFocus={field}
      submitLabel="Enable"
      pending={verify.isPending}
      problems={verify.error}
      onSubmit={submit}
    >
      <p className="text-sm">Scan the QR code with your app, or enter the key manually.</p>
      <div className="flex justify-center">
        <QrCode value={uri} label="QR code with the key for your authenticator app" />
      </div>
      <div className="flex items-start gap-2 rounded-control bg-sunken p-3">
        <code className="min-w-0 flex-1 font-mono text-sm break-words">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton value={secret} label="key" compact variant="ghost" />
      </div>
      <Field label="Code" hint="The six-digit code from your app." error={verify.error?.problems.fields?.code}>
        <Input
          ref={field}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="font-mono tracking-widest"
          required
        />
      </Field>
      {verify.error?.problems.form && <Alert tone="danger">{verify.error.problems.form}</Alert>}
    </FormDialog>
  );
}
