'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useAction } from '../use-action.ts';

/** Removes the clock after a confirmation. */
export function ResetClock({ storeId, mayEdit }: { storeId: string; mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const reset = useAction('test-clock/reset', 'test');
  return (
    <>
      <Button disabled={!mayEdit} onClick={() => setOpen(true)}>
        {' '}
        Return to real time{' '}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Return to real time?"
        confirmLabel="Return to real time"
        cancelLabel="Keep clock"
        pending={reset.isPending}
        error={reset.error?.message}
        onConfirm={() => reset.mutate({ storeId }, { onSuccess: () => setOpen(false) })}
      >
        <p>All dates are kept, including future ones: a subscription paid until next year is charged next year.</p>
        <p className="text-muted">An advance in progress stops at the time it has reached.</p>
      </ConfirmDialog>
    </>
  );
}
