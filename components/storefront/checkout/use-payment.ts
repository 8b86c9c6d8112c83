import { useEffect, useRef, useState } from 'react';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import type { ShownAmounts } from '#server/billing/payments/quote.ts';
import { usePage } from '../page/page-context.tsx';
import { untilTied } from './form/customer-token.tsx';
import { type BuyerValues, type Outcome, send, untilReachable } from './send.ts';
import { expectPayment } from './state-watch.tsx';

type Phase =
  | { readonly kind: 'idle' | 'busy' }
  /** Waiting for the next server-rendered page, which shows the outcome. `hasResponse`: the server has responded. */
  | { readonly kind: 'waiting'; readonly renderedAt: string; readonly hasResponse: boolean };

/** The payment method as form fields, or why it is unavailable. Null: the problem is shown elsewhere. */
export type Method = { readonly fields: Readonly<Record<string, string>> } | { readonly problem: string | null };

interface Page {
  readonly payPath: string;
  /** When the server rendered the page. */
  readonly renderedAt: string;
  /** Why the last attempt failed, from the server. */
  readonly lastFailure: string | null;
  readonly onFieldRefused: (field: PayField, message: string) => void;
  /** Called when the card was accepted, or may have been: the form must not keep it. */
  readonly onCardSent: () => void;
  /** Called when the amount due has changed: a new quote is needed. */
  readonly onDueChanged: () => void;
}

/** The quote that the buyer was given: `?quote=` of the page's address. The payment charges exactly that. */
function quoteInAddress(): Readonly<Record<string, string>> {
  const quoteId = new URLSearchParams(location.search).get('quote');
  return quoteId === null ? {} : { quoteId };
}

/** Runs one payment at a time and returns its message. */
export function usePayment({ payPath, renderedAt, lastFailure, onFieldRefused, onCardSent, onDueChanged }: Page) {
  const { page, refresh, say, withChoices } = usePage();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [failure, setFailure] = useState(lastFailure);
  const [isSubscribed, setSubscribed] = useState(false);
  const isUnderWay = useRef(false);
  const isWaiting = phase.kind === 'waiting' && phase.renderedAt === renderedAt;
  // Still pending after the next page: the attempt did not take effect.
  const isOver = phase.kind === 'waiting' && !isWaiting;

  const rest = () => {
    isUnderWay.current = false;
    setPhase({ kind: 'idle' });
  };

  const learn = async (hasResponse: boolean) => {
    setPhase({ kind: 'waiting', renderedAt, hasResponse });
    await untilReachable();
    isUnderWay.current = false;
    await refresh();
  };

  const settle = async (outcome: Outcome) => {
    if (outcome.kind === 'accepted') {
      onCardSent();
      if (outcome.goTo) return location.assign(withChoices(outcome.goTo));
      if (outcome.state === 'processing') expectPayment();
      return await learn(true);
    }
    if (outcome.kind === 'unknown') {
      expectPayment();
      return await learn(false);
    }
    rest();
    if (outcome.field) return onFieldRefused(outcome.field, outcome.message);
    setFailure(outcome.message);
    setSubscribed(outcome.cause === 'subscribed');
    if (outcome.cause === 'changed') onDueChanged();
    // Paid in another tab, expired or canceled: the next page shows it.
    if (outcome.cause === 'other') await refresh();
  };

  /** Calls `method` synchronously in the click handler: browsers open a wallet sheet only during a user gesture. */
  const pay = (buyer: BuyerValues, shown: ShownAmounts, method: () => Method | Promise<Method>) => {
    if (isUnderWay.current || isWaiting) return;
    isUnderWay.current = true;
    setPhase({ kind: 'busy' });
    setFailure(null);
    setSubscribed(false);
    void (async () => {
      const details = await method();
      if ('problem' in details) {
        rest();
        return setFailure(details.problem);
      }
      await untilTied();
      await settle(await send(payPath, { ...quoteInAddress(), ...buyer, ...details.fields, shown }));
    })();
  };

  // Shows the message again in a new language where the page knows it.
  const { language } = page.reading;
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    setFailure((current) => (current === null ? null : lastFailure));
  }, [language, lastFailure]);

  // The browser may restore this page from its cache after a challenge or a visit to the store.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isUnderWay.current = false;
      setPhase({ kind: 'idle' });
      void refresh();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [refresh]);

  return {
    pay,
    isBusy: phase.kind === 'busy' || isWaiting,
    /** Whether the outcome of the payment is unknown. */
    isUncertain: isWaiting && !phase.hasResponse,
    /** Whether the failure is a subscription that the customer has already. */
    isSubscribed,
    failure: isOver ? (lastFailure ?? say('form.notArrived')) : failure,
  };
}
