'use client';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Quote } from '../../server/checkout/quote.ts';
import { askQuote, type BuyerValues } from './send.ts';

interface QuoteState {
  readonly quote: Quote;
  /** Whether the buyer has changed what it depends on: the first quote needs no announcement. */
  readonly isNew: boolean;
  /** Asks what it comes to for these fields. The last question asked is the one whose answer counts. */
  readonly ask: (buyer: BuyerValues) => Promise<void>;
}

const QuoteContext = createContext<QuoteState | null>(null);

/** What is due, for everything below it that shows it; `initial` is what the server knew when it rendered the page. */
export function QuoteProvider({ initial, path, children }: { initial: Quote; path: string; children: ReactNode }) {
  const [answer, setAnswer] = useState<Quote>();
  const questions = useRef(0);
  const ask = useCallback(
    async (buyer: BuyerValues) => {
      questions.current += 1;
      const question = questions.current;
      const quote = await askQuote(path, buyer);
      // Without an answer the old quote stays: paying is refused if it no longer holds.
      if (quote && question === questions.current) setAnswer(quote);
    },
    [path],
  );
  const state = useMemo(() => ({ quote: answer ?? initial, isNew: answer !== undefined, ask }), [answer, initial, ask]);
  return <QuoteContext value={state}>{children}</QuoteContext>;
}

export function useQuote(): QuoteState {
  const state = useContext(QuoteContext);
  if (!state) throw new Error('useQuote needs a QuoteProvider above it');
  return state;
}
