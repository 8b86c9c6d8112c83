'use client';
import { type RefObject, useEffect } from 'react';

/** Moves the focus to the first invalid control after each new set of problems. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, problems: unknown): void {
  useEffect(() => {
    if (problems) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problems]);
}
