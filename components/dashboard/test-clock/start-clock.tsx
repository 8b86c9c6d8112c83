'use client';
import { Pause } from 'lucide-react';
import type { FormEvent } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { useAction } from '../use-action.ts';
import { MomentField, readMoment } from './moment-field.tsx';

/** Stops the time of the test environment, now or at a moment to come. */
export function StartClock({ storeId, mayEdit }: { storeId: string; mayEdit: boolean }) {
  const create = useAction<unknown, { storeId: string; at?: string }>('test-clock/create', 'test');
  const isAboutMoment = create.variables?.at !== undefined;
  const message = create.error?.message;
  const stopThen = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const at = readMoment(event.currentTarget);
    create.mutate(at === undefined ? { storeId } : { storeId, at });
  };
  return (
    <div className="flex flex-col gap-5">
      {message && !isAboutMoment && <Alert tone="danger">{message}</Alert>}
      <div>
        <Button
          variant="primary"
          pending={create.isPending && !isAboutMoment}
          disabled={!mayEdit}
          onClick={() => create.mutate({ storeId })}
        >
          <Pause className="size-4" aria-hidden />
          Stop the time now
        </Button>
      </div>
      <Form problems={create.error} onSubmit={stopThen}>
        <MomentField
          label="Or at a moment to come"
          hint="In your time zone. What was due until then is done at that moment."
          button="Stop the time there"
          error={isAboutMoment ? message : undefined}
          pending={create.isPending && isAboutMoment}
          disabled={!mayEdit}
        />
      </Form>
    </div>
  );
}
