import { useEffect, useRef } from 'react';
import type { CheckoutState } from '#server/storefront/checkout/view-state.ts';

/** Whether this tab has sent a payment whose outcome is still open. */
let isPaymentExpected = false;

/** Marks this tab as the one that pays. */
export const expectPayment = (): void => {
  isPaymentExpected = true;
};

/** The heading of the current state. */
export const headingId = 'checkout-state';

/**
 * Reacts to a new state after a refresh: sends a buyer who has just paid in this tab to the store, and otherwise
 * focuses the heading.
 */
export function StateWatch({ state, returnUrl }: { state: CheckoutState; returnUrl: string | null }) {
  const lastState = useRef(state);
  useEffect(() => {
    const before = lastState.current;
    if (before === state) return;
    lastState.current = state;
    if (state === 'paid' && returnUrl && (before === 'processing' || isPaymentExpected)) location.assign(returnUrl);
    else document.getElementById(headingId)?.focus();
  }, [state, returnUrl]);
  return null;
}
