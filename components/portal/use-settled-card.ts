import { useEffect } from 'react';
import type { CardView } from '../../server/portal/card-view.ts';
import { useReturn } from '../checkout/use-return.ts';
import { usePage } from '../hosted/page-context.tsx';

const pauseMs = 3000;

/** Asks again while a new card is being looked at, and when the buyer comes back to this page. */
export function useSettledCard(state: CardView['state']): void {
  const { page, refresh } = usePage();
  useReturn(state === 'processing' ? 'processing' : 'open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, though it says the same, is asked about again
  useEffect(() => {
    if (state !== 'processing') return;
    const timer = setTimeout(() => void refresh(), pauseMs);
    return () => clearTimeout(timer);
  }, [state, refresh, page.renderedAt]);
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && void refresh();
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [refresh]);
}
