'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';

interface UnsavedDialogProps {
  isChanged: boolean;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
}

/**
 * Asks for confirmation before the user leaves a page with unsaved changes by a link, back or forward, or by closing the
 * tab (with the browser's own dialog).
 */
export function UnsavedDialog({
  isChanged,
  title = 'Discard unsaved changes?',
  confirmLabel = 'Discard changes',
  cancelLabel = 'Keep editing',
}: UnsavedDialogProps) {
  const { isAsking, stay, leave } = useUnsavedGuard(isChanged);
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={(isOpen) => !isOpen && stay()}
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      onConfirm={leave}
    >
      <p>Your changes have not been saved.</p>
    </ConfirmDialog>
  );
}

/** The used part of the Navigation API, which not every browser supports. */
interface Traversal extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}
const navigationOf = (page: Window): Navigation | undefined =>
  (page as Window & { navigation?: Navigation }).navigation;

/** Intercepts navigation while `isChanged`. `isAsking` is true until `leave` or `stay` is called. */
function useUnsavedGuard(isChanged: boolean) {
  const router = useRouter();
  const [continuation, setContinuation] = useState<() => void>();
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isChanged) return;
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const href = ownHref(event);
      if (href === undefined || isLeaving.current) return;
      // The router's links respect this. Menus and the palette still receive the click and close.
      event.preventDefault();
      setContinuation(() => () => router.push(href));
    };
    const navigation = navigationOf(window);
    const traverse = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (navigationType !== 'traverse' || !cancelable || isLeaving.current) return;
      event.preventDefault();
      setContinuation(() => () => navigation?.traverseTo(destination.key));
    };
    window.addEventListener('beforeunload', beforeUnload);
    // Capture, to run before the router's link handlers.
    document.addEventListener('click', click, { capture: true });
    navigation?.addEventListener('navigate', traverse);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, { capture: true });
      navigation?.removeEventListener('navigate', traverse);
    };
  }, [isChanged, router]);
  return {
    isAsking: continuation !== undefined,
    stay: () => setContinuation(undefined),
    leave() {
      isLeaving.current = true;
      setContinuation(undefined);
      continuation?.();
    },
  };
}

/** The same-site target of a click in this tab; undefined if the click does not leave the page. */
function ownHref({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return undefined;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere ? undefined : `${link.pathname}${link.search}${link.hash}`;
}
