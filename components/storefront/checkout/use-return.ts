import { useEffect } from 'react';
import type { CheckoutState } from '#server/storefront/checkout/view-state.ts';
import { usePage } from '../page/page-context.tsx';
import { useCleanAddress } from '../page/use-clean-address.ts';

/** Absences shorter than this need no refresh. */
const briefMs = 4000;

/** Refreshes the page when the buyer returns, and cleans the address after a challenge. */
export function useReturn(state: CheckoutState): void {
  const { refresh } = usePage();
  useCleanAddress();
  const mayChange = state === 'open' || state === 'challenge' || state === 'processing';
  useEffect(() => {
    if (!mayChange) return;
    let leftAt = Number.POSITIVE_INFINITY;
    const watch = () => {
      if (document.visibilityState === 'hidden') leftAt = performance.now();
      else if (performance.now() - leftAt > briefMs) void refresh();
    };
    document.addEventListener('visibilitychange', watch);
    return () => document.removeEventListener('visibilitychange', watch);
  }, [mayChange, refresh]);
}
