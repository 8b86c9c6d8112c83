'use client';
import { type RefObject, useEffect } from 'react';

/** After each new set of problems, moves the focus to the first control that has one. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, problems: unknown): void {
  useEffect(() => {
    if (problems) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problems]);
}
