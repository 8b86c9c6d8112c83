'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';

/** What the browser's Navigation API has of use here; not every browser has it. */
interface Traversal extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}
const navigationOf = (page: Window): Navigation | undefined =>
  (page as Window & { navigation?: Navigation }).navigation;

/**
 * Asks before a page with unsaved changes is left: by a link, back or forward, or closing the tab (the browser's own
 * question). `question` is open while `leave` or `stay` is awaited.
 */
export function useUnsavedGuard(isChanged: boolean) {
  const router = useRouter();
  const [onward, setOnward] = useState<() => void>();
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isChanged) return;
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const href = ownHref(event);
      if (href === undefined || isLeaving.current) return;
      // The router's links leave it at that. Whoever else hears of it, menus and the palette, closes.
      event.preventDefault();
      setOnward(() => () => router.push(href));
    };
    const navigation = navigationOf(window);
    const traverse = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (navigationType !== 'traverse' || !cancelable || isLeaving.current) return;
      event.preventDefault();
      setOnward(() => () => navigation?.traverseTo(destination.key));
    };
    window.addEventListener('beforeunload', beforeUnload);
    // Before anybody else hears of it, the router's links above all.
    document.addEventListener('click', click, { capture: true });
    navigation?.addEventListener('navigate', traverse);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, { capture: true });
      navigation?.removeEventListener('navigate', traverse);
    };
  }, [isChanged, router]);
  return {
    isAsking: onward !== undefined,
    stay: () => setOnward(undefined),
    leave() {
      isLeaving.current = true;
      setOnward(undefined);
      onward?.();
    },
  };
}

/** Where a click leads within this site, in this tab; undefined where it leaves the page alone. */
function ownHref({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return undefined;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere ? undefined : `${link.pathname}${link.search}${link.hash}`;
}
