'use client';
import { Button } from '#components/ui/button.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

/** Removes the clock after a confirmation. */
export function ResetClock({ storeId, mayEdit }: { storeId: string; mayEdit: boolean }) {
  const reset = useAction('test-clock/reset', 'test');
  return (
    <ConfirmAction
      action={reset}
      body={{ storeId }}
      button={(open) => (
        <Button disabled={!mayEdit} onClick={open}>
          Return to real time
        </Button>
      )}
      title="Return to real time?"
      confirmLabel="Return to real time"
      cancelLabel="Keep clock"
    >
      <p>All dates are kept, including future ones: a subscription paid until next year is charged next year.</p>
      <p className="text-muted">An advance in progress stops at the time it has reached.</p>
    </ConfirmAction>
  );
}
