import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Quote } from '#server/billing/payments/quote.ts';
import { usePage } from '../../page/page-context.tsx';
import { type BuyerValues, fetchQuote } from '../send.ts';

interface QuoteState {
  readonly quote: Quote;
  /** The tax ID of this quote. Only the server can validate it. */
  readonly taxId: string;
  /** Whether the buyer has changed an input of the quote. The first quote is not announced. */
  readonly isNew: boolean;
  /** Requests a quote for these fields. Only the latest request counts. */
  readonly requestQuote: (buyer: BuyerValues) => Promise<void>;
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
  const requestCount = useRef(0);
  const requestQuote = useCallback(
    async (buyer: BuyerValues) => {
      requestCount.current += 1;
      const requestNumber = requestCount.current;
      const quote = await fetchQuote(path, buyer);
      // Keeps the old quote if the request fails: the server refuses a payment with an outdated quote.
      if (quote && requestNumber === requestCount.current) setAnswer({ quote, buyer });
    },
    [path],
  );
  // A quote contains text, so a change of language requests it again.
  const { locale } = usePage().page.reading;
  const lastLocale = useRef(locale);
  useEffect(() => {
    if (lastLocale.current === locale) return;
    lastLocale.current = locale;
    if (answer) void requestQuote(answer.buyer);
  }, [locale, answer, requestQuote]);
  const state = useMemo(
    () => ({
      quote: answer?.quote ?? initial,
      taxId: answer?.buyer.taxId ?? initialTaxId,
      isNew: answer !== undefined,
      requestQuote,
    }),
    [answer, initial, initialTaxId, requestQuote],
  );
  return <QuoteContext value={state}>{children}</QuoteContext>;
}

export function useQuote(): QuoteState {
  const state = useContext(QuoteContext);
  if (!state) throw new Error('useQuote needs a QuoteProvider above it');
  return state;
}
