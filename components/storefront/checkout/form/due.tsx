import type { ReactNode } from 'react';
import { useSay } from '../../page/page-context.tsx';
import { useQuote } from './quote.tsx';

/** The amount due today and the subscription terms, below the product name. */
export function DueAtAGlance() {
  const { total, renewal } = useQuote().quote;
  return (
    <>
      <p className="mt-1 text-3xl font-semibold tracking-tight break-words tabular-nums">{total}</p>
      {/* Reserves two lines on phones: another amount may wrap differently. */}
      {renewal && <p className="mt-1 text-muted tabular-nums max-sm:min-h-[2lh]">{renewal.terms}</p>}
    </>
  );
}

/**
 * The breakdown of the amount due today, and the next charge. The number of lines is constant, so that the layout does
 * not shift.
 */
export function DueLines() {
  const say = useSay();
  const { quote, isNew } = useQuote();
  const { subtotal, taxName, tax, isTaxIncluded, isReverseCharge, total, renewal } = quote;
  const announcement =
    tax === null || isReverseCharge
      ? say('due.announcement', { total })
      : say('due.announcementWithTax', { total, taxName, tax });
  return (
    <>
      <dl className="flex flex-col gap-2 border-t border-border pt-4 tabular-nums">
        <Line term={say('due.subtotal')}>{subtotal}</Line>
        <Line term={isTaxIncluded ? `${taxName} (${say('due.taxIncluded')})` : taxName}>
          {tax ?? say('due.taxUnknown')}
        </Line>
        <Line term={say('due.totalToday')} strong>
          {total}
        </Line>
        {renewal && <Line term={say('due.nextCharge', { date: renewal.on })}>{renewal.total}</Line>}
      </dl>
      <p role="status" className="sr-only">
        {isNew &&
          [announcement, isReverseCharge && say('due.reverseChargeNote'), renewal?.terms].filter(Boolean).join(' ')}
      </p>
    </>
  );
}

function Line({ term, strong = false, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4 text-muted'}>
      <dt className="min-w-0 break-words">{term}</dt>
      {/* Does not wrap inside an amount where that can be avoided. */}
      <dd className="max-w-3/4 shrink-0 text-end break-words">{children}</dd>
    </div>
  );
}
