'use client';
import { useState } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAuth } from './use-auth.ts';
import { VerifyApp } from './verify-app.tsx';

type Password = { password: string };
type Enrollment = { totpURI: string; backupCodes: readonly string[] };
type Step = 'enable' | 'renew' | 'disable';

const steps = {
  enable: { title: 'Enable two-factor authentication', label: 'Continue', text: 'Next, connect an authenticator app.' },
  renew: {
    title: 'Create new recovery codes',
    label: 'Create new codes',
    text: 'Your current recovery codes will stop working.',
  },
  disable: {
    title: 'Disable two-factor authentication?',
    label: 'Disable',
    text: 'You will sign in with your password only.',
  },
} as const;

/** Enables and disables two-factor authentication, and creates recovery codes. */
export function TwoFactor({ codesLeft }: { codesLeft: number | null }) {
  const [step, setStep] = useState<Step>();
  const [enrollment, setEnrollment] = useState<Enrollment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const enable = useAuth((body: Password) => requestAuth<Enrollment>('two-factor/enable', body));
  const renew = useAuth((body: Password) =>
    requestAuth<Pick<Enrollment, 'backupCodes'>>('two-factor/generate-backup-codes', body),
  );
  const disable = useAuth((body: Password) => requestAuth('two-factor/disable', body));
  const mutation = step && { enable, renew, disable }[step];
  const close = () => {
    mutation?.reset();
    setStep(undefined);
  };
  const confirm = (password: string) => {
    const then =
      <Data,>(use: (data: Data) => void) =>
      (data: Data) => {
        close();
        use(data);
      };
    if (step === 'enable') enable.mutate({ password }, { onSuccess: then(setEnrollment) });
    if (step === 'renew') renew.mutate({ password }, { onSuccess: then(({ backupCodes }) => setCodes(backupCodes)) });
    if (step === 'disable') disable.mutate({ password }, { onSuccess: close });
  };
  const verified = () => {
    setCodes(enrollment?.backupCodes);
    setEnrollment(undefined);
  };
  const isOn = codesLeft !== null;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        {isOn ? `Recovery codes left: ${codesLeft}` : 'You sign in with your password or a passkey.'}
      </p>
      {isOn && codesLeft < 3 && (
        <Alert tone="warning" role="note">
          Create new recovery codes before you run out. Without a code and without your app, only the operator can
          restore your access.
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setStep('renew')}>Create new recovery codes</Button>
            <Button variant="ghost" onClick={() => setStep('disable')}>
              {' '}
              Disable{' '}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setStep('enable')}>
            {' '}
            Enable{' '}
          </Button>
        )}
      </div>
      {step && (
        <PasswordDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={steps[step].title}
          confirmLabel={steps[step].label}
          tone={step === 'disable' ? 'danger' : 'primary'}
          pending={mutation?.isPending ?? false}
          problems={mutation?.error?.problems}
          onPassword={confirm}
        >
          <p>{steps[step].text}</p>
        </PasswordDialog>
      )}
      {enrollment && (
        <VerifyApp uri={enrollment.totpURI} onVerified={verified} onCancel={() => setEnrollment(undefined)} />
      )}
      <Dialog
        open={codes !== undefined}
        onOpenChange={(isOpen) => !isOpen && setCodes(undefined)}
        title="Your recovery codes"
        role="alertdialog"
        footer={
          <Button variant="primary" onClick={() => setCodes(undefined)}>
            I’ve saved my codes
          </Button>
        }
      >
        {codes && <RecoveryCodes codes={codes} />}
      </Dialog>
    </div>
  );
}
