'use client';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Restores the focus in a form that is remounted when its `query` changes. Returns a function that saves the focused
 * control, to be called on submit.
 */
export function useRestoredFocus(form: RefObject<HTMLFormElement | null>, query: string) {
  const index = useRef(-1);
  useEffect(() => {
    const control = form.current?.elements[index.current];
    index.current = -1;
    if (query !== undefined && control instanceof HTMLElement && document.activeElement === document.body)
      control.focus({ preventScroll: true });
  }, [form, query]);
  return () => {
    const controls = [...(form.current?.elements ?? [])];
    index.current = controls.indexOf(document.activeElement ?? document.body);
  };
}
