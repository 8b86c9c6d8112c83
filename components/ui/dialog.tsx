'use client';
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { buttonClass } from './button.tsx';

const Mark = createContext<ReactNode>(null);

/** Shows `mark` above the title of every dialog inside. `mark` has to be 2.25rem high. */
export const DialogMark = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <Mark value={mark}>{children}</Mark>
);

interface DialogProps {
  open: boolean;
  /** Called on Escape, a press outside and the close button. The owner decides. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  description?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'large';
  /** `alertdialog` for questions that need an answer; a press outside then does nothing. */
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog, a bottom sheet on phones. Traps the focus and returns it to the opener. */
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
            // If the opener is gone, the focus must not move to an unrelated button. The page moves it.
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
            {/* Last in the DOM, so that the initial focus is in the content. */}
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
