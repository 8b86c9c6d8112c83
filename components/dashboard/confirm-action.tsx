'use client';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '#components/ui/confirm-dialog.tsx';
import type { useAction } from './use-action.ts';

type DialogState = 'open' | 'onOpenChange' | 'pending' | 'error' | 'onConfirm';

interface ConfirmActionProps extends Omit<ConfirmDialogProps, DialogState> {
  action: ReturnType<typeof useAction>;
  body: object;
  /** Renders the button that opens the dialog. */
  button: (open: () => void) => ReactNode;
  /** Leaves the page after the action. The dialog stays open until then. */
  leave?: () => void;
}

/** Runs an action after a confirmation. */
export function ConfirmAction({ action, body, button, leave, ...dialog }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    action.reset();
    setOpen(true);
  };
  return (
    <>
      {button(open)}
      <ConfirmDialog
        {...dialog}
        open={isOpen}
        onOpenChange={setOpen}
        pending={action.isPending || (leave !== undefined && action.isSuccess)}
        error={action.error?.message}
        onConfirm={() => action.mutate(body, { onSuccess: leave ?? (() => setOpen(false)) })}
      />
    </>
  );
}
