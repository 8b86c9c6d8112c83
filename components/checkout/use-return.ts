import { useEffect } from 'react';
import type { CheckoutState } from '../../server/checkout/view.ts';
import { usePage } from '../hosted/page-context.tsx';

/** What a payment provider appends to the address when it sends the buyer back; of no use to us, and not for others' eyes. */
const theirs = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];
/** So long a buyer may look elsewhere without anything being asked. */
const briefMs = 4000;

/** Coming back: from the bank, with a clean address; from another tab, to how things stand now. */
export function useReturn(state: CheckoutState): void {
  const { refresh } = usePage();
  useEffect(() => {
    const url = new URL(location.href);
    for (const name of theirs) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(null, '', url);
  }, []);
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
