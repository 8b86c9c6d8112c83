import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Quote } from '#server/billing/payments/quote.ts';
import { usePage } from '../../page/page-context.tsx';
import { askQuote, type BuyerValues } from '../send.ts';

interface QuoteState {
  readonly quote: Quote;
  /** The tax ID of this quote. Only the server can validate it. */
  readonly taxId: string;
  /** Whether the buyer has changed an input of the quote. The first quote is not announced. */
  readonly isNew: boolean;
  /** Requests a quote for these fields. Only the latest request counts. */
  readonly ask: (buyer: BuyerValues) => Promise<void>;
}

interface Answer {
  readonly quote: Quote;
  readonly buyer: BuyerValues;
}

const QuoteContext = createContext<QuoteState | null>(null);

interface QuoteProviderProps {
  /** The quote that the server rendered, and its tax ID. */
  initial: Quote;
  initialTaxId: string;
  path: string;
  children: ReactNode;
}

/** Provides the quote to the components below. */
export function QuoteProvider({ initial, initialTaxId, path, children }: QuoteProviderProps) {
  const [answer, setAnswer] = useState<Answer>();
  const questions = useRef(0);
  const ask = useCallback(
    async (buyer: BuyerValues) => {
      questions.current += 1;
      const question = questions.current;
      const quote = await askQuote(path, buyer);
      // Keeps the old quote if the request fails: the server refuses a payment with an outdated quote.
      if (quote && question === questions.current) setAnswer({ quote, buyer });
    },
    [path],
  );
  // A quote contains text, so a change of language requests it again.
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
