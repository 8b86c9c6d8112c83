import { type RefObject, useEffect, useRef } from 'react';
import type { Prefill } from './buyer-fields.tsx';
import { readValues } from './check-fields.ts';
import { useQuote } from './quote.tsx';

/** What is due for what stands in the form: asked for again whenever the buyer or their address has changed. */
export function useDue(form: RefObject<HTMLFormElement | null>, prefill: Prefill, country: string) {
  const { quote, ask } = useQuote();
  // The email decides on a subscription's trial, and on nothing else.
  const fields = quote.renewal ? (['country', 'state', 'email'] as const) : (['country', 'state'] as const);
  const asked = useRef<Readonly<Record<'country' | 'state' | 'email', string>>>(prefill);
  const askAgain = () => {
    if (!form.current) return;
    asked.current = readValues(form.current);
    void ask(readValues(form.current));
  };
  const askIfChanged = () => {
    const values = form.current && readValues(form.current);
    if (values && fields.some((name) => values[name] !== asked.current[name])) askAgain();
  };
  // A country brings its list of states with it: asked once that stands in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `country` is what changes the form
  useEffect(askIfChanged, [country]);
  return { quote, askIfChanged, askAgain };
}
