'use client';
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { buttonClass } from './button.tsx';

const Mark = createContext<ReactNode>(null);

/** `mark` stands above the title of every dialog that is opened inside: what it acts on. One line of 2.25rem. */
export const DialogMark = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <Mark value={mark}>{children}</Mark>
);

interface DialogProps {
  open: boolean;
  /** Asked to close (Escape, a press outside, the cross): the owner decides. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  description?: ReactNode;
  /** Buttons at the end, the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'large';
  /** `alertdialog` for questions that need an answer; a press outside then does nothing. */
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog; on phones a sheet from below. Focus stays inside and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  children,
  description,
  footer,
  size = 'small',
  role = 'dialog',
  initialFocus,
}: DialogProps) {
  const mark = useContext(Mark);
  const opener = useRef<Element>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => onOpenChange(isOpen)}
      disablePointerDismissal={role === 'alertdialog'}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6">
          <Base.Popup
            role={role}
            initialFocus={() => {
              opener.current = document.activeElement;
              return initialFocus?.current ?? true;
            }}
            // Where the opener has gone, any other button would be a surprise: the page says where to go on.
            finalFocus={() => opener.current?.isConnected ?? true}
            className={clsx(
              'relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-card border border-border bg-surface text-text shadow-2xl outline-none sm:rounded-card',
              'transition-[transform,opacity] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              size === 'large' ? 'sm:max-w-2xl' : 'sm:max-w-md',
            )}
          >
            {mark}
            <Base.Title className="ps-5 pe-14 pt-5 pb-2 text-lg font-semibold">{title}</Base.Title>
            <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5">
              {description && <Base.Description className="text-sm text-muted">{description}</Base.Description>}
              {children}
            </div>
            {footer && (
              <div className="flex flex-col-reverse gap-2 border-t border-border px-5 py-4 sm:flex-row sm:justify-end">
                {footer}
              </div>
            )}
            {/* Last, so that the focus starts at what the dialog is about. */}
            <Base.Close
              className={clsx(
                buttonClass({ variant: 'ghost', size: 'icon' }),
                'absolute! end-3',
                mark ? 'top-12' : 'top-3',
              )}
              aria-label="Close"
            >
              <X className="size-4" aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
