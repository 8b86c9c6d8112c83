import { useEffect, useState } from 'react';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import { useReturn } from '../../checkout/use-return.ts';
import { usePage } from '../../page/page-context.tsx';

const pauseMs = 3000;

/**
 * Polls while a new card or a charge is processing, and when the buyer returns to the page. Once settled, continues to
 * `doneAddress` or reloads: a page rendered without the provider's form may not load it. Returns whether the page is
 * waiting or leaving.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page is polled, even with the same content
  useEffect(() => {
    if (!isProcessing) return;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const schedulePoll = () => {
      timer = setTimeout(() => void poll(), pauseMs);
    };
    const poll = async () => {
      // Without a response there is no new page to trigger the next poll.
      if (!(await refresh()) && !isGone) schedulePoll();
    };
    schedulePoll();
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
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void refresh();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [refresh]);
  return wasProcessing;
}
