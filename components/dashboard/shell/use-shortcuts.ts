'use client';
import { useEffect } from 'react';
import { sectionsAt } from './places.ts';

/** How long after `g` the next key still says where to. */
const jumpMs = 1500;

/** One that is on its way out is no longer in the way: whoever pressed Escape may press the next key at once. */
const openLayer = ['dialog', 'alertdialog', 'menu'].map((role) => `[role="${role}"]:not([data-closed])`).join(', ');

interface Shortcuts {
  readonly base: string;
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/**
 * The keys that work anywhere in a store: Ctrl or ⌘ with K, `?`, and `g` followed by a place's letter. Single keys mean
 * nothing while somebody types, nor do any while a dialog is open.
 */
export function useShortcuts({ base, onFind, onHelp }: Shortcuts): void {
  useEffect(() => {
    let jumpsUntil = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector(openLayer)) return;
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        onFind();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.timeStamp < jumpsUntil) {
        jumpsUntil = 0;
        const place = sectionsAt(base)
          .flatMap(({ places }) => places)
          .find(({ jump }) => jump === key);
        const link = place && linkTo(`${base}${place.path}`);
        if (link) {
          event.preventDefault();
          link.click();
        }
      } else if (key === 'g') jumpsUntil = event.timeStamp + jumpMs;
      else if (key === '?') onHelp();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [base, onFind, onHelp]);
}

/** The column's own link, hidden or not: whoever guards unsaved changes hears of it as of any other. */
const linkTo = (href: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((link) => link.getAttribute('href') === href);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
