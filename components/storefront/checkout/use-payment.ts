import { useEffect, useRef, useState } from 'react';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import type { ShownAmounts } from '#server/billing/payments/quote.ts';
import { usePage } from '../page/page-context.tsx';
import { untilTied } from './form/customer-token.tsx';
import { type BuyerValues, type Outcome, send, untilReachable } from './send.ts';
import { expectPayment } from './state-watch.tsx';

type Phase =
  | { readonly kind: 'idle' | 'busy' }
  /** The next page that the server renders says what became of it; `isHeard`: the server has answered. */
  | { readonly kind: 'waiting'; readonly renderedAt: string; readonly isHeard: boolean };

/** How it is paid, as fields of the form; or why it cannot be, null where that is said elsewhere. */
export type Method = { readonly fields: Readonly<Record<string, string>> } | { readonly problem: string | null };

interface Page {
  readonly payPath: string;
  /** When the server rendered what is shown. */
  readonly renderedAt: string;
  /** Why the last attempt failed, as far as the server knows. */
  readonly lastFailure: string | null;
  readonly onFieldRefused: (field: PayField, message: string) => void;
  /** The card has been taken, or may have been: it is not kept here any longer. */
  readonly onCardSent: () => void;
  /** What is due is not what was shown: it has to be asked for again. */
  readonly onDueChanged: () => void;
}

/** One payment at a time, and what there is to say about it. */
export function usePayment({ payPath, renderedAt, lastFailure, onFieldRefused, onCardSent, onDueChanged }: Page) {
  const { page, refresh, say, withChoices } = usePage();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [failure, setFailure] = useState(lastFailure);
  const isUnderWay = useRef(false);
  const isWaiting = phase.kind === 'waiting' && phase.renderedAt === renderedAt;
  // Still here after the next page: it came to nothing.
  const isOver = phase.kind === 'waiting' && !isWaiting;

  const rest = () => {
    isUnderWay.current = false;
    setPhase({ kind: 'idle' });
  };

  const learn = async (isHeard: boolean) => {
    setPhase({ kind: 'waiting', renderedAt, isHeard });
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
    if (outcome.cause === 'changed') onDueChanged();
    // Paid in another tab, expired, canceled: the page knows the rest.
    if (outcome.cause === 'other') await refresh();
  };

  /** `method` is called at once, within the press that pays: a wallet opens for nothing else. */
  const pay = (buyer: BuyerValues, shown: ShownAmounts, method: () => Method | Promise<Method>) => {
    if (isUnderWay.current || isWaiting) return;
    isUnderWay.current = true;
    setPhase({ kind: 'busy' });
    setFailure(null);
    void (async () => {
      const given = await method();
      if ('problem' in given) {
        rest();
        return setFailure(given.problem);
      }
      await untilTied();
      await settle(await send(payPath, { ...buyer, ...given.fields, shown }));
    })();
  };

  // What was said in another language is said again where the page knows it.
  const { language } = page.reading;
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    setFailure((said) => (said === null ? null : lastFailure));
  }, [language, lastFailure]);

  // Back from the bank or the shop, the browser may show this page as it was left.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isUnderWay.current = false;
      setPhase({ kind: 'idle' });
      void refresh();
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [refresh]);

  return {
    pay,
    isBusy: phase.kind === 'busy' || isWaiting,
    /** Whether it is not known if the payment went through. */
    isUncertain: isWaiting && !phase.isHeard,
    failure: isOver ? (lastFailure ?? say('form.notArrived')) : failure,
  };
}
