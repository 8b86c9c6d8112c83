'use client';
import { useState } from 'react';
import { askAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAuth } from './use-auth.ts';
import { VerifyApp } from './verify-app.tsx';

type Password = { password: string };
type Begun = { totpURI: string; backupCodes: readonly string[] };
type Step = 'enable' | 'renew' | 'disable';

const asks = {
  enable: { title: 'Switch two-factor on', label: 'Go on', text: 'Next, you connect an authenticator app.' },
  renew: { title: 'Make new recovery codes', label: 'Make new codes', text: 'The ones you have no longer work then.' },
  disable: { title: 'Switch two-factor off?', label: 'Switch it off', text: 'The password alone signs you in again.' },
} as const;

/** The second step of signing in: switched on with an app, with recovery codes for when that is out of reach. */
export function TwoFactor({ codesLeft }: { codesLeft: number | null }) {
  const [step, setStep] = useState<Step>();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const enable = useAuth((body: Password) => askAuth<Begun>('two-factor/enable', body));
  const renew = useAuth((body: Password) =>
    askAuth<Pick<Begun, 'backupCodes'>>('two-factor/generate-backup-codes', body),
  );
  const disable = useAuth((body: Password) => askAuth('two-factor/disable', body));
  const asking = step && { enable, renew, disable }[step];
  const close = () => {
    asking?.reset();
    setStep(undefined);
  };
  const go = (password: string) => {
    const then =
      <Data,>(use: (data: Data) => void) =>
      (data: Data) => {
        close();
        use(data);
      };
    if (step === 'enable') enable.mutate({ password }, { onSuccess: then(setBegun) });
    if (step === 'renew') renew.mutate({ password }, { onSuccess: then(({ backupCodes }) => setCodes(backupCodes)) });
    if (step === 'disable') disable.mutate({ password }, { onSuccess: close });
  };
  const verified = () => {
    setCodes(begun?.backupCodes);
    setBegun(undefined);
  };
  const isOn = codesLeft !== null;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        {isOn ? `Recovery codes left: ${codesLeft}` : 'Signing in takes your password, or a passkey.'}
      </p>
      {isOn && codesLeft < 3 && (
        <Alert tone="warning" role="note">
          Make new recovery codes before you run out: without one, and without the app, only whoever runs this service
          can let you in.
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setStep('renew')}>New recovery codes</Button>
            <Button variant="ghost" onClick={() => setStep('disable')}>
              Switch off
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setStep('enable')}>
            Switch on
          </Button>
        )}
      </div>
      {step && (
        <PasswordDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={asks[step].title}
          confirmLabel={asks[step].label}
          tone={step === 'disable' ? 'danger' : 'primary'}
          pending={asking?.isPending ?? false}
          problems={asking?.error?.problems}
          onPassword={go}
        >
          <p>{asks[step].text}</p>
        </PasswordDialog>
      )}
      {begun && <VerifyApp uri={begun.totpURI} onVerified={verified} onCancel={() => setBegun(undefined)} />}
      <Dialog
        open={codes !== undefined}
        onOpenChange={(isOpen) => !isOpen && setCodes(undefined)}
        title="Your recovery codes"
        role="alertdialog"
        footer={
          <Button variant="primary" onClick={() => setCodes(undefined)}>
            I have kept them
          </Button>
        }
      >
        {codes && <RecoveryCodes codes={codes} />}
      </Dialog>
    </div>
  );
}
