'use client';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { askAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Time } from '#components/ui/time.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import { useAuth } from './use-auth.ts';

/** A passkey as the page shows it. */
export interface PasskeyLine {
  readonly id: string;
  readonly name: string;
  readonly isSynced: boolean;
  readonly createdAt: Date | null;
}

/** The account's passkeys; each is renamed and removed here. */
export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyLine[] }) {
  const [removing, setRemoving] = useState<PasskeyLine>();
  const remove = useAuth((body: { id: string }) => askAuth('passkey/delete-passkey', body));
  return (
    <>
      {passkeys.length === 0 ? (
        <EmptyState icon={KeyRound} title="No passkeys yet">
          A passkey signs you in with your fingerprint, face or PIN: nothing to type, nothing to be phished.
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
                  {passkey.isSynced && ' · kept by your password manager'}
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
        confirmLabel="Remove"
        cancelLabel="Keep it"
        tone="danger"
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => removing && remove.mutate({ id: removing.id }, { onSuccess: () => setRemoving(undefined) })}
      >
        <p>It no longer signs you in. Your device may go on offering it until you delete it there as well.</p>
        {passkeys.length === 1 && <Alert role="note">It is your only one: you sign in with your password then.</Alert>}
      </ConfirmDialog>
    </>
  );
}
