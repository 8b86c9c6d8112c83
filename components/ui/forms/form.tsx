'use client';
import { type ComponentProps, type FormEvent, type RefObject, useRef, useState } from 'react';
import { FormAttempt } from './field.tsx';
import { useFocusInvalid } from './use-focus-invalid.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit' | 'ref'> {
  /** Not called while the submit button is pending, which ignores presses and the Enter key. */
  onSubmit: (data: FormData, form: HTMLFormElement) => void;
  /** The problems of the latest submit. Each new value moves the focus to the first invalid control. */
  problems?: unknown;
  ref?: RefObject<HTMLFormElement | null>;
}

/**
 * A form whose fields show their own errors. Editing a field hides its error until the next submit.
 */
export function Form({ problems, onSubmit, ref, ...rest }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  const [attempt, setAttempt] = useState(0);
  useFocusInvalid(form, problems);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAttempt((count) => count + 1);
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <FormAttempt value={attempt}>
      <form {...rest} ref={form} onSubmit={submit} method="post" noValidate />
    </FormAttempt>
  );
}

/** The names of the controls that fail native validation: `required`, `type`, `maxLength`. */
export const invalidNames = (form: HTMLFormElement): string[] =>
  [...form.elements].flatMap((control) =>
    'validity' in control && 'name' in control && !(control as HTMLInputElement).validity.valid
      ? [String(control.name)]
      : [],
  );
