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
  /** The earliest time that can be picked, ISO 8601. */
  from?: string;
}

/** A date-time field in the browser's time zone with a submit button. */
export function MomentField({ label, hint, button, error, pending, disabled, from }: MomentFieldProps) {
  // The local time is only known in the browser.
  const isHydrated = useHydrated();
  const min = isHydrated && from !== undefined ? localMoment(new Date(from)) : undefined;
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

/** Formats a time for a `datetime-local` input: local time, to the minute. */
export function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Reads the form's date-time field as ISO 8601; undefined if it is empty or invalid. */
export function readMoment(data: FormData): string | undefined {
  const moment = new Date(String(data.get('moment') ?? ''));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
