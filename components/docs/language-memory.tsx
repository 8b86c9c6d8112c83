'use client';
import { useEffect } from 'react';

const storageKey = 'counterfoil-docs-language';

/** Applies a chosen example language to all examples and remembers it for the next visit. */
export function LanguageMemory() {
  useEffect(() => {
    const handleChange = ({ target }: { target: EventTarget | null }) => {
      const language = target instanceof HTMLInputElement ? target.dataset.language : undefined;
      if (!language) return;
      choose(language);
      try {
        localStorage.setItem(storageKey, language);
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    };
    document.addEventListener('change', handleChange);
    // A choice made before hydration takes precedence over the stored one.
    const early = [...languageInputs()].find((input) => input.checked && !input.defaultChecked);
    if (early) handleChange({ target: early });
    else {
      try {
        const stored = localStorage.getItem(storageKey);
        if (stored) choose(stored);
      } catch {
        // Storage is not available.
      }
    }
    return () => document.removeEventListener('change', handleChange);
  }, []);
  return null;
}

const languageInputs = () => document.querySelectorAll<HTMLInputElement>('input[data-language]');

function choose(language: string): void {
  for (const input of languageInputs()) {
    if (input.dataset.language === language) input.checked = true;
  }
}
