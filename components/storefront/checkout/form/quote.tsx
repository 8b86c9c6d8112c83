import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Quote } from '#server/billing/payments/quote.ts';
import { usePage } from '../../page/page-context.tsx';
import { askQuote, type BuyerValues } from '../send.ts';

interface QuoteState {
  readonly quote: Quote;
  /** The tax id that it is for, which only the server can judge. */
  readonly taxId: string;
  /** Whether the buyer has changed what it depends on: the first quote needs no announcement. */
  readonly isNew: boolean;
  /** Asks what it comes to for these fields. The last question asked is the one whose answer counts. */
  readonly ask: (buyer: BuyerValues) => Promise<void>;
}

interface Answer {
  readonly quote: Quote;
  readonly buyer: BuyerValues;
}

const QuoteContext = createContext<QuoteState | null>(null);

interface QuoteProviderProps {
  /** What the server knew when it rendered the page, and for which tax id. */
  initial: Quote;
  initialTaxId: string;
  path: string;
  children: ReactNode;
}

/** What is due, for everything below it that shows it. */
export function QuoteProvider({ initial, initialTaxId, path, children }: QuoteProviderProps) {
  const [answer, setAnswer] = useState<Answer>();
  const questions = useRef(0);
  const ask = useCallback(
    async (buyer: BuyerValues) => {
      questions.current += 1;
      const question = questions.current;
      const quote = await askQuote(path, buyer);
      // Without an answer the old quote stays: paying is refused if it no longer holds.
      if (quote && question === questions.current) setAnswer({ quote, buyer });
    },
    [path],
  );
  // A quote is in words: in another language it is asked for again.
  const { locale } = usePage().page.reading;
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
    if (answer) void ask(answer.buyer);
  }, [locale, answer, ask]);
  const state = useMemo(
    () => ({
      quote: answer?.quote ?? initial,
      taxId: answer?.buyer.taxId ?? initialTaxId,
      isNew: answer !== undefined,
      ask,
    }),
    [answer, initial, initialTaxId, ask],
  );
  return <QuoteContext value={state}>{children}</QuoteContext>;
}

export function useQuote(): QuoteState {
  const state = useContext(QuoteContext);
  if (!state) throw new Error('useQuote needs a QuoteProvider above it');
  return state;
}
