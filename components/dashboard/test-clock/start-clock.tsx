'use client';
import { Pause } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { useAction } from '../use-action.ts';
import { MomentField, readMoment } from './moment-field.tsx';

/** Pauses the test environment's clock, now or at a future time. */
export function StartClock({ storeId, mayEdit }: { storeId: string; mayEdit: boolean }) {
  const create = useAction<unknown, { storeId: string; at?: string }>('test-clock/create', 'test');
  const hasDate = create.variables?.at !== undefined;
  const message = create.error?.message;
  const pauseAtDate = (data: FormData) => {
    const at = readMoment(data);
    create.mutate(at === undefined ? { storeId } : { storeId, at });
  };
  return (
    <div className="flex flex-col gap-5">
      {message && !hasDate && <Alert tone="danger">{message}</Alert>}
      <div>
        <Button
          variant="primary"
          pending={create.isPending && !hasDate}
          disabled={!mayEdit}
          onClick={() => create.mutate({ storeId })}
        >
          <Pause className="size-4" aria-hidden />
          Pause clock
        </Button>
      </div>
      <Form problems={create.error} onSubmit={pauseAtDate}>
        <MomentField
          label="Pause at a future time"
          hint="In your time zone. Everything due until then is processed at that time of the clock."
          button="Pause at date"
          error={hasDate ? message : undefined}
          pending={create.isPending && hasDate}
          disabled={!mayEdit || (create.isPending && !hasDate)}
        />
      </Form>
    </div>
  );
}
