'use client';
import { useEffect } from 'react';

const storageKey = 'counterfoil-docs-language';

/** Whoever chooses a language for one example has chosen it for all, and for the next visit. */
export function LanguageMemory() {
  useEffect(() => {
    const follow = (event: Event) => {
      const chosen = event.target instanceof HTMLInputElement ? event.target.dataset.language : undefined;
      if (!chosen) return;
      choose(chosen);
      try {
        localStorage.setItem(storageKey, chosen);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    };
    document.addEventListener('change', follow);
    try {
      const kept = localStorage.getItem(storageKey);
      if (kept) choose(kept);
    } catch {
      // As above.
    }
    return () => document.removeEventListener('change', follow);
  }, []);
  return null;
}

function choose(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-language]')) {
    if (input.dataset.language === language) input.checked = true;
  }
}
