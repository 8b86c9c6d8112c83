'use client';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * A form is made anew when what stands in it changes: whoever sent it by the keyboard goes on from where they were.
 * Gives what notes where that is.
 */
export function useKeptFocus(form: RefObject<HTMLFormElement | null>, stands: string) {
  const place = useRef(-1);
  useEffect(() => {
    const control = form.current?.elements[place.current];
    place.current = -1;
    if (stands !== undefined && control instanceof HTMLElement && document.activeElement === document.body)
      control.focus({ preventScroll: true });
  }, [form, stands]);
  return () => {
    const controls = [...(form.current?.elements ?? [])];
    place.current = controls.indexOf(document.activeElement ?? document.body);
  };
}
