import { useEffect, useRef } from 'react';
import type { CheckoutState } from '../../server/checkout/view-state.ts';
import { usePage } from '../hosted/page-context.tsx';
import { useCleanAddress } from '../hosted/use-clean-address.ts';

/** So long a buyer may look elsewhere without anything being asked. */
const briefMs = 4000;

/** When a page that still shows the bank's question asks again: what was answered there may be known here a moment later. */
const afterwardsMs = [1200, 3000];

/** Coming back: from the bank, with a clean address; from another tab, to how things stand now. */
export function useReturn(state: CheckoutState): void {
  const { refresh } = usePage();
  const wasSentBack = useCleanAddress();
  const isAwaited = wasSentBack && state === 'challenge';
  const asked = useRef(0);
  // Each answer brings a new `refresh`, which sets the next timer.
  useEffect(() => {
    const pauseMs = afterwardsMs[asked.current];
    if (!isAwaited || pauseMs === undefined) return;
    const timer = setTimeout(() => {
      asked.current += 1;
      void refresh();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isAwaited, refresh]);
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
