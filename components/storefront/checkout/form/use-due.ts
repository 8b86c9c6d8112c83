import { type RefObject, useEffect, useRef } from 'react';
import type { TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import type { BuyerValues } from '../send.ts';
import { buyerFieldNames } from './check-fields.ts';
import { isTicked, readValues } from './form-values.ts';
import { useQuote } from './quote.tsx';

/** The fields that tax depends on. */
const taxFields = ['country', 'state', 'isBusiness', 'taxId'] as const;

/** The current values of the buyer fields. */
export const readBuyerValues = (form: HTMLFormElement): BuyerValues => ({
  ...readValues(form, buyerFieldNames),
  isBusiness: isTicked(form, 'isBusiness'),
});

/** Keeps the quote up to date: requests a new one when the buyer or the address changes. */
export function useDue(form: RefObject<HTMLFormElement | null>, prefill: TypedBuyer, country: string) {
  const { quote, taxId, requestQuote } = useQuote();
  // The email only decides on a subscription's trial.
  const fields = quote.renewal ? ([...taxFields, 'email'] as const) : taxFields;
  const requested = useRef<Pick<TypedBuyer, (typeof taxFields)[number] | 'email'>>(prefill);
  const refreshQuote = () => {
    if (!form.current) return;
    const values = readBuyerValues(form.current);
    requested.current = values;
    void requestQuote(values);
  };
  const refreshIfChanged = () => {
    const values = form.current && readBuyerValues(form.current);
    if (values && fields.some((name) => values[name] !== requested.current[name])) refreshQuote();
  };
  // A new country changes the list of states, so the quote is requested once the list is in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `country` changes the form
  useEffect(refreshIfChanged, [country]);
  return { quote, taxIdCheck: { taxId, problem: quote.problems.taxId }, refreshIfChanged, refreshQuote };
}
