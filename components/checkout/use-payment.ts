import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { PayField } from '../../server/checkout/pay-form.ts';
import type { Shown } from '../../server/checkout/quote.ts';
import type { Values } from './check-fields.ts';
import { untilTied } from './customer-token.tsx';
import { type Outcome, send, untilReachable } from './send.ts';
import { expectPayment } from './state-watch.tsx';

type Phase =
  | { readonly kind: 'idle' | 'busy' }
  /** The next page that the server renders says what became of it; `isHeard`: the server has answered. */
  | { readonly kind: 'waiting'; readonly renderedAt: string; readonly isHeard: boolean };

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

const notArrived = 'Your payment did not reach us, and you have not been charged. You can try again.';

/** One payment at a time, and what there is to say about it. */
export function usePayment({ payPath, renderedAt, lastFailure, onFieldRefused, onCardSent, onDueChanged }: Page) {
  const router = useRouter();
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
    router.refresh();
  };

  const settle = async (outcome: Outcome) => {
    if (outcome.kind === 'accepted') {
      onCardSent();
      if (outcome.goTo) return location.assign(outcome.goTo);
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
    if (outcome.cause === 'other') router.refresh();
  };

  const pay = (values: Values, shown: Shown) => {
    if (isUnderWay.current || isWaiting) return;
    isUnderWay.current = true;
    setPhase({ kind: 'busy' });
    setFailure(null);
    void untilTied()
      .then(() => send(payPath, { ...values, shown }))
      .then(settle);
  };

  // Back from the bank or the shop, the browser may show this page as it was left.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isUnderWay.current = false;
      setPhase({ kind: 'idle' });
      router.refresh();
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [router]);

  return {
    pay,
    isBusy: phase.kind === 'busy' || isWaiting,
    /** Whether it is not known if the payment went through. */
    isUncertain: isWaiting && !phase.isHeard,
    failure: isOver ? (lastFailure ?? notArrived) : failure,
  };
}
