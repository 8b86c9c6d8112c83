'use client';
import { KeyRound, LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { signInWithPasskey, supportsPasskeys } from '#components/auth/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { DialogMark } from '#components/ui/dialog.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useAuth } from './use-auth.ts';

interface FreshSignInProps {
  /** The reason for the confirmation. */
  children: ReactNode;
  onCancel: () => void;
  /** Called after the confirmation, to retry the rejected call. */
  onConfirmed: () => void;
}

/**
 * Asks for the password or a passkey if the sign-in is too old for a sensitive action. "Sign in again" supports all
 * other methods. Render it outside of other forms.
 */
export function FreshSignIn({ children, onCancel, onConfirmed }: FreshSignInProps) {
  const isHydrated = useHydrated();
  const confirm = useAuth((body: { password: string }) => requestAuth('confirm-password', body));
  const byPasskey = useAuth(async () => (await signInWithPasskey({ autofill: false })) ?? { data: undefined });
  const leave = useAuth(() => requestAuth('sign-out', {}));
  const signInAgain = () =>
    leave.mutate(undefined, {
      onSuccess: () => window.location.assign(`/sign-in?next=${encodeURIComponent(window.location.pathname)}`),
    });
  return (
    // The account has no mode, so the dialog hides the page's mode mark.
    <DialogMark mark={null}>
      <PasswordDialog
        open
        onOpenChange={(isOpen) => !isOpen && onCancel()}
        title="Confirm your identity"
        confirmLabel="Continue"
        pending={confirm.isPending}
        problems={confirm.error?.problems ?? byPasskey.error?.problems ?? leave.error?.problems}
        onPassword={(password) => confirm.mutate({ password }, { onSuccess: onConfirmed })}
        otherWays={
          <>
            {isHydrated && supportsPasskeys() && (
              <Button
                pending={byPasskey.isPending}
                onClick={() => {
                  confirm.reset();
                  byPasskey.mutate(undefined, { onSuccess: onConfirmed });
                }}
              >
                <KeyRound className="size-4" aria-hidden />
                Use passkey
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
