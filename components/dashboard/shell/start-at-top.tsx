'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Scrolls to the top of each new page. Going back or forward keeps the position that the browser restores. */
export function StartAtTop() {
  const path = usePathname();
  const shown = useRef(path);
  const isRestored = useRef(false);
  useEffect(() => {
    const restore = () => {
      // A new query on the same page is not a new page, so it must not keep the next page from starting at its top.
      isRestored.current = window.location.pathname !== shown.current;
    };
    window.addEventListener('popstate', restore);
    return () => window.removeEventListener('popstate', restore);
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!isRestored.current && !window.location.hash) window.scrollTo({ top: 0, behavior: 'instant' });
    isRestored.current = false;
  }, [path]);
  return null;
}
