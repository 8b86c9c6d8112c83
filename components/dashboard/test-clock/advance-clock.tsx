'use client';
import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Time } from '#components/ui/time.tsx';
import { AutoRefresh } from '../auto-refresh.tsx';
import { useAction } from '../use-action.ts';
import { MomentField, readMoment } from './moment-field.tsx';

/** A target time offered as a button. */
export interface ClockStep {
  readonly label: string;
  /** ISO 8601. */
  readonly to: string;
}

/** The clock after an advance. An advance stops after a minute's work, possibly before its target. */
interface AdvanceResult {
  readonly testClock: { readonly at: string };
}

interface AdvanceClockProps {
  storeId: string;
  /** The clock's current time, ISO 8601. */
  at: string;
  steps: readonly ClockStep[];
  /** The target of an unfinished advance, from any window, or of an interrupted one. */
  advancingTo: string | null;
  mayEdit: boolean;
}

/** Advances the clock by a step or to a date, and shows the progress. */
export function AdvanceClock({ storeId, at, steps, advancingTo, mayEdit }: AdvanceClockProps) {
  const advance = useAction<AdvanceResult, { storeId: string; to: string }>('test-clock/advance', 'test');
  const [typed, setTyped] = useState<{ to: string | undefined }>();
  const { isPending } = advance;
  const isDateEntered = typed !== undefined;
  const message = isDateEntered && typed.to === undefined ? 'Enter a date and a time.' : advance.error?.message;
  const advanceTo = (to: string) => {
    setTyped(undefined);
    advance.mutate({ storeId, to });
  };
  const advanceToDate = (data: FormData) => {
    const to = readMoment(data);
    setTyped({ to });
    if (to !== undefined) advance.mutate({ storeId, to });
  };
  const target = isPending ? advance.variables.to : advancingTo;
  const remaining = advance.isSuccess && advance.data.testClock.at < advance.variables.to ? advance.variables.to : null;
  return (
    <div className="flex flex-col gap-5">
      {target !== null && <AutoRefresh everySeconds={1} />}
      {message && !isDateEntered && <Alert tone="danger">{message}</Alert>}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-medium">Advance clock</legend>
        {steps.map(({ label, to }) => (
          <Button
            key={label}
            disabled={!mayEdit || (target !== null && advance.variables?.to !== to)}
            pending={isPending && advance.variables.to === to}
            onClick={() => advanceTo(to)}
          >
            <FastForward className="size-4" aria-hidden />
            {label}
          </Button>
        ))}
      </fieldset>
      <Form problems={isDateEntered ? message : undefined} onSubmit={advanceToDate}>
        <MomentField
          label="Date and time"
          hint="In your time zone, at most 5 years ahead."
          button="Advance to date"
          from={at}
          error={isDateEntered ? message : undefined}
          pending={isPending && isDateEntered}
          disabled={!mayEdit || (target !== null && !isDateEntered)}
        />
      </Form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {target !== null && (
          <>
            Advancing to <Time value={target} />…
          </>
        )}
        {target === null && advance.isSuccess && (
          <>
            {remaining === null ? 'Advanced to' : 'Stopped early because too many events were due. Advanced to'}{' '}
            <Time value={at} withZone />.
          </>
        )}
      </p>
      {target === null && remaining !== null && (
        <Button className="self-start" disabled={!mayEdit} onClick={() => advanceTo(remaining)}>
          <FastForward className="size-4" aria-hidden />
          <span>
            Continue to <Time value={remaining} />
          </span>
        </Button>
      )}
    </div>
  );
}
