import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { StateHeading } from './state-heading.tsx';

/** The delays between polls: short at first, when most payments settle. */
const pauses = { firstMs: 1500, growth: 1.3, maxMs: 15_000 } as const;

/** A processing payment. Polls until it has settled. */
export function Processing({ isSlow }: { isSlow: boolean }) {
  const { page, refresh, say } = usePage();
  const { renderedAt } = page;
  const pauseMs = useRef<number>(pauses.firstMs);
  // Each new page sets the next timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renderedAt` identifies a new page
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      pauseMs.current = Math.min(pauseMs.current * pauses.growth, pauses.maxMs);
      if (!(await refresh()) && !isOver) schedulePoll();
    };
    const schedulePoll = () => {
      timer = setTimeout(() => void poll(), pauseMs.current);
    };
    schedulePoll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [refresh, renderedAt]);
  return (
    <Sheet className="flex flex-col items-center gap-3 py-12! text-center">
      <LoaderCircle className="size-10 animate-spin text-muted" strokeWidth={1.5} aria-hidden />
      <StateHeading level={2} className="text-xl">
        {say('processing.title')}
      </StateHeading>
      {/* Both texts have the same height: the page does not jump when the payment takes longer. */}
      <p role="status" className="min-h-[4lh] max-w-sm">
        {say(isSlow ? 'processing.later' : 'processing.explanation')}
      </p>
      <WithoutScript>
        <p>{say('processing.reload')}</p>
      </WithoutScript>
    </Sheet>
  );
}
