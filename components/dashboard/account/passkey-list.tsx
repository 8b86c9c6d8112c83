'use client';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Time } from '#components/ui/time.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import { useAuth } from './use-auth.ts';

/** A passkey in the list. */
export interface PasskeyLine {
  readonly id: string;
  readonly name: string;
  readonly isSynced: boolean;
  readonly createdAt: Date | null;
}

/** Lists, renames and removes the account's passkeys. */
export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyLine[] }) {
  const [removing, setRemoving] = useState<PasskeyLine>();
  const remove = useAuth((body: { id: string }) => requestAuth('passkey/delete-passkey', body));
  return (
    <>
      {passkeys.length === 0 ? (
        <EmptyState icon={KeyRound} title="No passkeys yet">
          Sign in with your fingerprint, face or PIN. Passkeys resist phishing.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm sm:px-5"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="text-muted">
                  {passkey.createdAt && (
                    <>
                      Added <Time value={passkey.createdAt} dateOnly />
                    </>
                  )}
                  {passkey.isSynced && ' · synced'}
                </p>
              </div>
              <div className="flex items-center">
                <RenamePasskey {...passkey} />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setRemoving(passkey)}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-border px-4 py-4 sm:px-5">
        <AddPasskey />
      </div>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={`Remove ${removing?.name ?? ''}?`}
        confirmLabel="Remove passkey"
        tone="danger"
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => removing && remove.mutate({ id: removing.id }, { onSuccess: () => setRemoving(undefined) })}
      >
        <p>You can no longer sign in with it. Your device may keep suggesting it until you delete it there.</p>
        {passkeys.length === 1 && (
          <Alert role="note">This is your only passkey. You will sign in with your password.</Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
