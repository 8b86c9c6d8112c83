'use client';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ChangeNoteProps {
  /** What is watched: a status, an amount. */
  of: string | number | null;
  /** What there is to say of it as it is now. */
  children: ReactNode;
  className?: string;
}

/**
 * Says what has changed since the page was opened, where it changed. Where the change has taken away the button that had
 * the focus, the focus goes on here; the page moves for that only under whoever goes by the keyboard.
 */
export function ChangeNote({ of, children, className }: ChangeNoteProps) {
  const place = useRef<HTMLParagraphElement>(null);
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
    // The focus may be gone already, go with a dialog that is closing, or return to a button that goes afterwards.
    const observer = new MutationObserver(takeLostFocus);
    const stop = () => observer.disconnect();
    function takeLostFocus() {
      const last = focused.current;
      if (last && !last.element.isConnected) place.current?.focus({ preventScroll: !last.byKeyboard });
    }
    observer.observe(document.body, { childList: true, subtree: true });
    // From the reader's next move on, the focus is theirs.
    for (const move of ['keydown', 'pointerdown']) document.addEventListener(move, stop, { once: true, capture: true });
    takeLostFocus();
    return () => {
      stop();
      for (const move of ['keydown', 'pointerdown']) document.removeEventListener(move, stop, { capture: true });
    };
  }, [changes]);
  return (
    <p
      ref={place}
      role="status"
      tabIndex={-1}
      className={clsx('rounded-control text-sm text-muted empty:hidden', className)}
    >
      {changes > 0 && children}
    </p>
  );
}
