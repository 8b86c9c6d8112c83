'use client';
import type { ReactNode } from 'react';
import { SubmitButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface MomentFieldProps {
  label: string;
  hint: ReactNode;
  button: string;
  error: string | undefined;
  pending: boolean;
  disabled: boolean;
}

/** A date and a time in the reader's own time zone, and the button that sends it. */
export function MomentField({ label, hint, button, error, pending, disabled }: MomentFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex flex-col gap-2 sm:max-w-md sm:flex-row">
        <Input name="moment" type="datetime-local" step={60} max="9999-12-31T23:59" disabled={disabled} />
        <SubmitButton variant="secondary" pending={pending} disabled={disabled} className="shrink-0">
          {button}
        </SubmitButton>
      </div>
    </Field>
  );
}

/** What the field of that form says, ISO 8601; undefined where it is empty or no moment. */
export function readMoment(form: HTMLFormElement): string | undefined {
  const moment = new Date(String(new FormData(form).get('moment') ?? ''));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
