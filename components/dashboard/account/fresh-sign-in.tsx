'use client';
import { KeyRound, LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { askAuth } from '#components/auth/call-auth.ts';
import { hasPasskeyAddress, signInWithPasskey } from '#components/auth/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { DialogMark } from '#components/ui/dialog.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useAuth } from './use-auth.ts';

interface FreshSignInProps {
  /** Why it is asked once more who this is. */
  children: ReactNode;
  onCancel: () => void;
  /** The sign-in is fresh again: repeat what was refused. */
  onConfirmed: () => void;
}

/**
 * Asks for the password or a passkey where the sign-in is too long ago for what was asked for. Signing in again takes
 * every other way in, a code included. Place it outside of other forms.
 */
export function FreshSignIn({ children, onCancel, onConfirmed }: FreshSignInProps) {
  const isAwake = useHydrated();
  const confirm = useAuth((body: { password: string }) => askAuth('confirm-password', body));
  const byPasskey = useAuth(async () => (await signInWithPasskey({ autofill: false })) ?? { data: undefined });
  const leave = useAuth(() => askAuth('sign-out', {}));
  const signInAgain = () =>
    leave.mutate(undefined, {
      onSuccess: () => window.location.assign(`/sign-in?next=${encodeURIComponent(window.location.pathname)}`),
    });
  return (
    // The account has no environment, whatever the page around it is marked with.
    <DialogMark mark={null}>
      <PasswordDialog
        open
        onOpenChange={(isOpen) => !isOpen && onCancel()}
        title="Is it still you?"
        confirmLabel="Continue"
        pending={confirm.isPending}
        problems={confirm.error?.problems ?? byPasskey.error?.problems ?? leave.error?.problems}
        onPassword={(password) => confirm.mutate({ password }, { onSuccess: onConfirmed })}
        otherWays={
          <>
            {isAwake && hasPasskeyAddress() && (
              <Button
                pending={byPasskey.isPending}
                onClick={() => {
                  confirm.reset();
                  byPasskey.mutate(undefined, { onSuccess: onConfirmed });
                }}
              >
                <KeyRound className="size-4" aria-hidden />
                Use a passkey
              </Button>
            )}
            <Button pending={leave.isPending} onClick={signInAgain}>
              <LogIn className="size-4" aria-hidden />
              Sign in again
            </Button>
          </>
        }
      >
        <p>{children}</p>
      </PasswordDialog>
    </DialogMark>
  );
}
