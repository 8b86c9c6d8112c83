'use client';
import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { FormAttempt } from './field.tsx';
import { useFocusInvalid } from './use-focus-invalid.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'ref'> {
  /** What is wrong with the latest attempt to submit; each new value moves the focus to the first invalid control. */
  problems?: unknown;
  ref?: RefObject<HTMLFormElement | null>;
}

/**
 * A form whose fields show their own errors. An error goes away when its field is edited, and comes back with the next
 * attempt if it still holds.
 */
export function Form({ problems, onSubmit, ref, ...rest }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  const [attempt, setAttempt] = useState(0);
  useFocusInvalid(form, problems);
  const submit = (event: Parameters<NonNullable<FormProps['onSubmit']>>[0]) => {
    setAttempt((count) => count + 1);
    onSubmit?.(event);
  };
  return (
    <FormAttempt value={attempt}>
      <form {...rest} ref={form} onSubmit={submit} method="post" noValidate />
    </FormAttempt>
  );
}

/** The names of the form's controls whose value breaks their own constraints: `required`, `type`, `maxLength`. */
export const invalidNames = (form: HTMLFormElement): string[] =>
  [...form.elements].flatMap((control) =>
    'validity' in control && 'name' in control && !(control as HTMLInputElement).validity.valid
      ? [String(control.name)]
      : [],
  );
