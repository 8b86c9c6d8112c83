'use client';
import { FastForward } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Time } from '#components/ui/time.tsx';
import { AutoRefresh } from '../auto-refresh.tsx';
import { useAction } from '../use-action.ts';
import { MomentField, readMoment } from './moment-field.tsx';

/** A way on that a button offers. */
export interface ClockStep {
  readonly label: string;
  /** ISO 8601. */
  readonly to: string;
}

/** Where an advance has come to: after a minute's work that may be short of where it was to go. */
interface Arrival {
  readonly testClock: { readonly at: string };
}

interface AdvanceClockProps {
  storeId: string;
  /** What the clock says, ISO 8601. */
  at: string;
  steps: readonly ClockStep[];
  /** Where an advance that has not arrived is to end: this page's, another's, or one that broke off. */
  advancingTo: string | null;
  mayEdit: boolean;
}

/** Lets the time go on: by a step, or to a moment. Meanwhile the page says how far it has come. */
export function AdvanceClock({ storeId, at, steps, advancingTo, mayEdit }: AdvanceClockProps) {
  const advance = useAction<Arrival, { storeId: string; to: string }>('test-clock/advance', 'test');
  const [typed, setTyped] = useState<{ to: string | undefined }>();
  const { isPending } = advance;
  const isOfField = typed !== undefined;
  const message = isOfField && typed.to === undefined ? 'Choose a date and a time.' : advance.error?.message;
  const go = (to: string) => {
    setTyped(undefined);
    advance.mutate({ storeId, to });
  };
  const goToTyped = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const to = readMoment(event.currentTarget);
    setTyped({ to });
    if (to !== undefined) advance.mutate({ storeId, to });
  };
  const target = isPending ? advance.variables.to : advancingTo;
  const wanted = advance.isSuccess && advance.data.testClock.at < advance.variables.to ? advance.variables.to : null;
  return (
    <div className="flex flex-col gap-5">
      {target !== null && <AutoRefresh everySeconds={1} />}
      {message && !isOfField && <Alert tone="danger">{message}</Alert>}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-medium">Let the time go on</legend>
        {steps.map(({ label, to }) => (
          <Button
            key={label}
            disabled={!mayEdit || (target !== null && advance.variables?.to !== to)}
            pending={isPending && advance.variables.to === to}
            onClick={() => go(to)}
          >
            <FastForward className="size-4" aria-hidden />
            {label}
          </Button>
        ))}
      </fieldset>
      <Form problems={isOfField ? message : undefined} onSubmit={goToTyped}>
        <MomentField
          label="Or to a moment"
          hint="In your time zone; at most 5 years on."
          button="Go there"
          from={at}
          error={isOfField ? message : undefined}
          pending={isPending && isOfField}
          disabled={!mayEdit || (target !== null && !isOfField)}
        />
      </Form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {target !== null && (
          <>
            On the way to <Time value={target} /> …
          </>
        )}
        {target === null && advance.isSuccess && (
          <>
            {wanted === null ? 'Arrived: it is' : 'There was too much on the way to do in one go. So far it is'}{' '}
            <Time value={at} withZone />.
          </>
        )}
      </p>
      {target === null && wanted !== null && (
        <Button className="self-start" disabled={!mayEdit} onClick={() => go(wanted)}>
          <FastForward className="size-4" aria-hidden />
          <span>
            Go on to <Time value={wanted} />
          </span>
        </Button>
      )}
    </div>
  );
}
