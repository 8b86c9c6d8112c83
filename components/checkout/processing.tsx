'use client';
import { LoaderCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { untilReachable } from './send.ts';
import { Sheet } from './sheet.tsx';
import { StateHeading } from './state-heading.tsx';

const pauseMs = 2000;

/** A payment that is on its way: the page asks again until it has arrived. */
export function Processing({ renderedAt }: { renderedAt: string }) {
  const router = useRouter();
  // Each new page sets the next timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: renderedAt is what says that it is new
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      await untilReachable();
      if (!isOver) router.refresh();
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [router, renderedAt]);
  return (
    <Sheet className="flex flex-col items-center gap-3 py-12! text-center">
      <LoaderCircle className="size-10 animate-spin text-muted" strokeWidth={1.5} aria-hidden />
      <StateHeading level={2} className="text-xl">
        Your payment is being processed
      </StateHeading>
      <p role="status" className="max-w-sm">
        This usually takes a few seconds. You need not pay again: this page shows the receipt as soon as it is through.
      </p>
      <noscript>
        <p>Load this page again to see how it went.</p>
      </noscript>
    </Sheet>
  );
}
