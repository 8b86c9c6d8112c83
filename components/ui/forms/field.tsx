'use client';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';

interface FieldState {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const FieldContext = createContext<FieldState | undefined>(undefined);

/** How often the form around a field was submitted; undefined outside a Form. */
export const FormAttempt = createContext<number | undefined>(undefined);

/** An error with the function that hides it until the form's next attempt, to be called when its part is edited. */
export function useErrorUntilEdit<Shown extends ReactNode>(error: Shown): [Shown | undefined, () => void] {
  const attempt = useContext(FormAttempt);
  const [editedAttempt, setEditedAttempt] = useState<number>();
  const isHidden = attempt !== undefined && attempt === editedAttempt;
  return [isHidden ? undefined : error, () => error && setEditedAttempt(attempt)];
}

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  /** Shown below the label, read with the control. */
  hint?: ReactNode;
  /** What is wrong and what to do about it; also marks the control as invalid. */
  error?: ReactNode;
  /** Shown below the control, read with it: what is worth knowing of what was entered. */
  note?: ReactNode;
  /** Adds "optional" to the label; a text: that word, in the page's language. */
  optional?: boolean | string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  className?: string;
}

/** A labelled control with its hint and error. The control inside (Input, Textarea, Select) finds them by itself. */
export function Field(props: FieldProps) {
  const { label, children, hint, note, optional = false, hideLabel = false, className } = props;
  const [error, edited] = useErrorUntilEdit(props.error);
  const id = useId();
  const [hintId, errorId, noteId] = [`${id}-hint`, `${id}-error`, `${id}-note`];
  const describedBy = [hint && hintId, error && errorId, note && noteId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, isInvalid: Boolean(error) }}>
      {/* `input` and not `change`: Preact hears a change inside an element only once the control loses the focus. */}
      <div className={clsx('flex min-w-0 flex-col gap-1.5', className)} onInput={edited}>
        <label htmlFor={id} className={clsx(hideLabel ? 'sr-only' : 'text-sm font-medium')}>
          {label}
          {optional && (
            <span className="ms-0.5 font-normal text-muted"> {optional === true ? 'optional' : optional}</span>
          )}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
        {children}
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {note && <div id={noteId}>{note}</div>}
      </div>
    </FieldContext>
  );
}

/** The sentence below a control, or below a group of them, that says what is wrong. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger-text">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** The error of a group of controls. It goes away when the group's value changes. */
export function GroupError({ value, children }: { value: unknown; children: ReactNode }) {
  const [error, edited] = useErrorUntilEdit(children);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    edited();
  }
  return error && <FieldError>{error}</FieldError>;
}

/** What a control takes over from the Field around it. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    ...(field.isInvalid && { 'aria-invalid': true as const }),
  };
}

/** The shared look of text controls. 16 px type on phones, where a smaller one makes the browser zoom in. */
export const controlClass =
  'w-full rounded-control border border-control bg-surface px-3 text-base text-text placeholder:text-muted sm:text-sm ' +
  'aria-invalid:border-danger-text disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted';
