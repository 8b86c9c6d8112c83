'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useAction } from '../use-action.ts';

/** Takes the clock away, after saying what that means. */
export function ResetClock({ storeId, mayEdit }: { storeId: string; mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const reset = useAction('test-clock/reset', 'test');
  return (
    <>
      <Button disabled={!mayEdit} onClick={() => setOpen(true)}>
        Back to real time
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Back to real time?"
        confirmLabel="Back to real time"
        cancelLabel="Keep the clock"
        pending={reset.isPending}
        error={reset.error?.message}
        onConfirm={() => reset.mutate({ storeId }, { onSuccess: () => setOpen(false) })}
      >
        <p>
          What happened here keeps its dates, also those to come: a subscription that is paid until next year is charged
          next year.
        </p>
        <p className="text-muted">If the clock is on its way, it stops where it has come to.</p>
      </ConfirmDialog>
    </>
  );
}
