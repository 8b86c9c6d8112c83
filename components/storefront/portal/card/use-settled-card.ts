import { useEffect, useState } from 'react';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import { useReturn } from '../../checkout/use-return.ts';
import { usePage } from '../../page/page-context.tsx';

const pauseMs = 3000;

/**
 * Asks again while a new card is being looked at, or what is owed is on its way, and when the buyer comes back to this
 * page. Once it is known what became of it, goes on to `doneAddress`, or loads this page again: a page without the
 * provider's form may not load it. Says whether it is still being waited for, or left.
 */
export function useSettledCard(
  { state, isDone }: Pick<CardView, 'state' | 'isDone'>,
  doneAddress: string | undefined,
): boolean {
  const { page, refresh } = usePage();
  const isProcessing = state === 'processing' || state === 'charging';
  const [wasProcessing, setWasProcessing] = useState(isProcessing);
  if (isProcessing && !wasProcessing) setWasProcessing(true);
  const isSettled = wasProcessing && !isProcessing;
  useReturn(isProcessing ? 'processing' : 'open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, though it says the same, is asked about again
  useEffect(() => {
    if (!isProcessing) return;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const askSoon = () => {
      timer = setTimeout(() => void ask(), pauseMs);
    };
    const ask = async () => {
      // Without an answer there is no new page to ask again.
      if (!(await refresh()) && !isGone) askSoon();
    };
    askSoon();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isProcessing, refresh, page.renderedAt]);
  useEffect(() => {
    if (!isSettled) return;
    if (isDone && doneAddress) location.replace(doneAddress);
    else location.reload();
  }, [isSettled, isDone, doneAddress]);
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && void refresh();
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [refresh]);
  return wasProcessing;
}
