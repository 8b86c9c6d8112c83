'use client';
import { useEffect } from 'react';

const storageKey = 'counterfoil-docs-language';

/** Whoever chooses a language for one example has chosen it for all, and for the next visit. */
export function LanguageMemory() {
  useEffect(() => {
    const follow = ({ target }: { target: EventTarget | null }) => {
      const chosen = target instanceof HTMLInputElement ? target.dataset.language : undefined;
      if (!chosen) return;
      choose(chosen);
      try {
        localStorage.setItem(storageKey, chosen);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    };
    document.addEventListener('change', follow);
    // What was chosen before this script had come goes before what was chosen on another day.
    const early = [...languageInputs()].find((input) => input.checked && !input.defaultChecked);
    if (early) follow({ target: early });
    else {
      try {
        const kept = localStorage.getItem(storageKey);
        if (kept) choose(kept);
      } catch {
        // As above.
      }
    }
    return () => document.removeEventListener('change', follow);
  }, []);
  return null;
}

const languageInputs = () => document.querySelectorAll<HTMLInputElement>('input[data-language]');

function choose(language: string): void {
  for (const input of languageInputs()) {
    if (input.dataset.language === language) input.checked = true;
  }
}
