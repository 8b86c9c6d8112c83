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

/** The number of submits of the surrounding form; undefined outside a Form. */
export const FormAttempt = createContext<number | undefined>(undefined);

/** An error with a function that hides it until the next submit. Call it when the control is edited. */
export function useErrorUntilEdit<Shown extends ReactNode>(error: Shown): [Shown | undefined, () => void] {
  const attempt = useContext(FormAttempt);
  const [editedAttempt, setEditedAttempt] = useState<number>();
  const isHidden = attempt !== undefined && attempt === editedAttempt;
  return [isHidden ? undefined : error, () => error && setEditedAttempt(attempt)];
}

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  /** Below the label. Part of the control's description. */
  hint?: ReactNode;
  /** The problem and its solution. Marks the control as invalid. */
  error?: ReactNode;
  /** A remark on the value, below the control. Part of the control's description. */
  note?: ReactNode;
  /** Adds "optional" to the label, or the given translation of it. */
  optional?: boolean | string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
}

/** A labeled control with its hint and error. Input, Textarea and Select inside pick them up from the context. */
export function Field(props: FieldProps) {
  const { label, children, hint, note, optional = false, hideLabel = false, className } = props;
  const [error, edited] = useErrorUntilEdit(props.error);
  const id = useId();
  const [hintId, errorId, noteId] = [`${id}-hint`, `${id}-error`, `${id}-note`];
  const describedBy = [hint && hintId, error && errorId, note && noteId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, isInvalid: Boolean(error) }}>
      {/* `input`, not `change`: Preact fires `change` only when the control loses the focus. */}
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

/** The error message of a control or a group of controls. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger-text">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** The error of a group of controls. Hidden when the group's value changes. */
export function GroupError({ value, children }: { value: unknown; children: ReactNode }) {
  const [error, edited] = useErrorUntilEdit(children);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    edited();
  }
  return error && <FieldError>{error}</FieldError>;
}

/** The id and ARIA attributes of the control inside a Field. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    ...(field.isInvalid && { 'aria-invalid': true as const }),
  };
}

/** The classes of text controls. 16 px type on phones, because browsers zoom in on smaller type. */
export const controlClass =
  'w-full rounded-control border border-control bg-surface px-3 text-base text-text placeholder:text-muted sm:text-sm ' +
  'aria-invalid:border-danger-text disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted';
