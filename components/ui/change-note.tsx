'use client';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ChangeNoteProps {
  /** The watched value: a status or an amount. */
  of: string | number | null;
  /** The message for the current value. */
  children: ReactNode;
  className?: string;
}

/**
 * Announces a change since the page was opened. If the change removed the focused button, the focus moves to this note;
 * the page scrolls to it for keyboard users only.
 */
export function ChangeNote({ of, children, className }: ChangeNoteProps) {
  const note = useRef<HTMLParagraphElement>(null);
  const focused = useRef<{ element: Element; byKeyboard: boolean }>(undefined);
  const [{ seen, changes }, setSeen] = useState({ seen: of, changes: 0 });
  if (of !== seen) setSeen({ seen: of, changes: changes + 1 });
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        focused.current = { element: target, byKeyboard: target.matches(':focus-visible') };
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (changes === 0) return;
    // The focused element may be gone already, disappear with a closing dialog, or be removed after it regained the focus.
    const observer = new MutationObserver(takeLostFocus);
    const stop = () => observer.disconnect();
    function takeLostFocus() {
      const last = focused.current;
      if (last && !last.element.isConnected) note.current?.focus({ preventScroll: !last.byKeyboard });
    }
    observer.observe(document.body, { childList: true, subtree: true });
    // The user's next input ends the takeover.
    for (const move of ['keydown', 'pointerdown']) document.addEventListener(move, stop, { once: true, capture: true });
    takeLostFocus();
    return () => {
      stop();
      for (const move of ['keydown', 'pointerdown']) document.removeEventListener(move, stop, { capture: true });
    };
  }, [changes]);
  return (
    <p
      ref={note}
      role="status"
      tabIndex={-1}
      className={clsx('rounded-control text-sm text-muted empty:hidden', className)}
    >
      {changes > 0 && children}
    </p>
  );
}
