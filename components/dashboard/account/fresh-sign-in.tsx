'use client';
import type { ReactNode } from 'react';
import { askAuth } from '../../auth/call-auth.ts';
import { DialogMark } from '../../ui/dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useAuth } from './use-auth.ts';

interface FreshSignInProps {
  /** Why the password is asked for once more. */
  children: ReactNode;
  onCancel: () => void;
  /** The sign-in is fresh again: repeat what was refused. */
  onConfirmed: () => void;
}

/** Asks for the password where the sign-in is too long ago for what was asked for. Place it outside of other forms. */
export function FreshSignIn({ children, onCancel, onConfirmed }: FreshSignInProps) {
  const confirm = useAuth((body: { password: string }) => askAuth('confirm-password', body));
  return (
    // The account has no environment, whatever the page around it is marked with.
    <DialogMark mark={null}>
      <PasswordDialog
        open
        onOpenChange={(isOpen) => !isOpen && onCancel()}
        title="Is it still you?"
        confirmLabel="Continue"
        pending={confirm.isPending}
        problems={confirm.error?.problems}
        onPassword={(password) => confirm.mutate({ password }, { onSuccess: onConfirmed })}
      >
        <p>{children}</p>
      </PasswordDialog>
    </DialogMark>
  );
}
