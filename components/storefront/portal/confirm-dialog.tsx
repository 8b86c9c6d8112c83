import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { primaryEdge } from '../theme/primary-look.ts';
import { cardClass } from '../theme/theme-css.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The consequences of confirming. */
  children: ReactNode;
  confirmLabel: string;
  /** The label of the button that dismisses. */
  keepLabel: string;
  tone: 'primary' | 'danger';
  isBusy: boolean;
  problem: string | undefined;
  onConfirm: () => void;
}

/** A confirmation dialog. Uses the browser's dialog: it traps the focus, and Escape closes it. */
export function ConfirmDialog({ isOpen, onClose, title, children, ...rest }: ConfirmDialogProps) {
  const { confirmLabel, keepLabel, tone, isBusy, problem, onConfirm } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // Only the state opens and closes the dialog. The browser reports a close later, possibly after the dialog was
      // opened again.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      className={`${cardClass} m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-border bg-surface p-5 text-text shadow-2xl backdrop:bg-black/50 max-sm:mb-4 sm:p-7`}
    >
      <div className="flex flex-col gap-4">
        <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight break-words">
          {title}
        </h2>
        <div id={`${id}-text`} className="flex flex-col gap-2">
          {children}
        </div>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{keepLabel}</Button>
          <Button
            variant={tone}
            pending={isBusy}
            onClick={onConfirm}
            className={tone === 'primary' ? primaryEdge : undefined}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
