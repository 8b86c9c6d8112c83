'use client';
import { useEffect } from 'react';
import { sectionsAt } from './nav-pages.ts';

/** How long after `g` the next key still selects a page. */
const jumpMs = 1500;

/** Open dialogs and menus. A closing one does not count, so that shortcuts work right after Escape. */
const openLayer = ['dialog', 'alertdialog', 'menu'].map((role) => `[role="${role}"]:not([data-closed])`).join(', ');

interface Shortcuts {
  readonly base: string;
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/**
 * The keyboard shortcuts of a store's pages: Ctrl+K or ⌘K, `?`, and `g` followed by a page's key. Single keys are
 * ignored in text fields, and all of them while a dialog or menu is open.
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
        const page = sectionsAt(base)
          .flatMap(({ pages }) => pages)
          .find(({ jump }) => jump === key);
        const link = page && linkTo(`${base}${page.path}`);
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

/** The navigation's own link, visible or not. Clicking it also runs the guard against unsaved changes. */
const linkTo = (href: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((link) => link.getAttribute('href') === href);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
