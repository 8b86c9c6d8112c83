'use client';
import type { ReactNode } from 'react';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';

interface MomentFieldProps {
  label: string;
  hint: ReactNode;
  button: string;
  error: string | undefined;
  pending: boolean;
  disabled: boolean;
  /** What the moment has to come after, ISO 8601: there the picker begins. */
  from?: string;
}

/** A date and a time in the reader's own time zone, and the button that sends it. */
export function MomentField({ label, hint, button, error, pending, disabled, from }: MomentFieldProps) {
  // Which moment that is on a local calendar, only the browser knows.
  const isAwake = useHydrated();
  const min = isAwake && from !== undefined ? localMoment(new Date(from)) : undefined;
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex flex-col gap-2 sm:max-w-md sm:flex-row">
        <Input name="moment" type="datetime-local" step={60} min={min} max="9999-12-31T23:59" disabled={disabled} />
        <SubmitButton variant="secondary" pending={pending} disabled={disabled} className="shrink-0">
          {button}
        </SubmitButton>
      </div>
    </Field>
  );
}

/** A moment as such a field has it: on the reader's own calendar, to the minute. */
function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** What the field of that form says, ISO 8601; undefined where it is empty or no moment. */
export function readMoment(form: HTMLFormElement): string | undefined {
  const moment = new Date(String(new FormData(form).get('moment') ?? ''));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
