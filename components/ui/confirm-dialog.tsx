'use client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './forms/field.tsx';
import { Input } from './forms/input.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The consequences of confirming. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  tone?: 'primary' | 'danger';
  pending?: boolean;
  /** Why the last attempt failed. */
  error?: string | undefined;
  /** A text to type before the button is enabled, for irreversible actions. */
  phrase?: string;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirmLabel, cancelLabel = 'Cancel', onConfirm, phrase } = props;
  const { tone = 'primary', pending = false, error } = props;
  const [typed, setTyped] = useState('');
  const isReady = phrase === undefined || typed.trim() === phrase;
  const change = (isOpen: boolean) => {
    if (!isOpen) setTyped('');
    onOpenChange(isOpen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !pending) onConfirm();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      role="alertdialog"
      footer={
        <>
          <Button onClick={() => change(false)}>{cancelLabel}</Button>
          <Button variant={tone} pending={pending} disabled={!isReady} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">{children}</div>
      {phrase !== undefined && (
        <form onSubmit={submit}>
          <Field
            label={
              <>
                Type <strong className="font-semibold break-all">{phrase}</strong> to confirm
              </>
            }
          >
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </form>
      )}
      {error && <Alert tone="danger">{error}</Alert>}
    </Dialog>
  );
}
