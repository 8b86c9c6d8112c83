'use client';
import type { ReactNode } from 'react';
import { useQuote } from './quote.tsx';

/** The price at a glance, below the product's name: what is paid today, and of a subscription how it goes on. */
export function DueAtAGlance() {
  const { total, renewal } = useQuote().quote;
  return (
    <>
      <p className="mt-1 text-3xl font-semibold tracking-tight tabular-nums">{total}</p>
      {/* Two lines' room on phones: another amount may break the sentence elsewhere. */}
      {renewal && <p className="mt-1 text-muted tabular-nums max-sm:min-h-[2lh]">{renewal.terms}</p>}
    </>
  );
}

/** How what is due today comes about, and when the next charge is. Always the same lines, so that nothing jumps. */
export function DueLines() {
  const { quote, isNew } = useQuote();
  const { subtotal, taxName, tax, total, renewal } = quote;
  return (
    <>
      <dl className="flex flex-col gap-2 border-t border-border pt-4 tabular-nums">
        <Line term="Subtotal">{subtotal}</Line>
        <Line term={taxName}>{tax ?? 'Depends on your address'}</Line>
        <Line term="Total due today" strong>
          {total}
        </Line>
        {renewal && <Line term={`Next charge, ${renewal.on}`}>{renewal.total}</Line>}
      </dl>
      <p role="status" className="sr-only">
        {isNew && `Total due today: ${total}${tax ? `, with ${taxName} of ${tax}` : ''}. ${renewal?.terms ?? ''}`}
      </p>
    </>
  );
}

function Line({ term, strong = false, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4 text-muted'}>
      <dt>{term}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}
