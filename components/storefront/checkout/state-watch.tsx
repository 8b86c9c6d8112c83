import { useEffect, useRef } from 'react';
import type { CheckoutState } from '#server/storefront/checkout/view-state.ts';

/** Whether this tab has sent a payment that it has not heard the end of. */
let isPaymentExpected = false;

/** From here on, this tab counts as the one that pays. */
export const expectPayment = (): void => {
  isPaymentExpected = true;
};

/** The heading that says what state the page is in. */
export const headingId = 'checkout-state';

/**
 * Notices when a refresh has brought another state: whoever has just paid here goes on to the shop, anybody else is
 * taken to the heading that says what has changed.
 */
export function StateWatch({ state, returnUrl }: { state: CheckoutState; returnUrl: string | null }) {
  const seen = useRef(state);
  useEffect(() => {
    const before = seen.current;
    if (before === state) return;
    seen.current = state;
    if (state === 'paid' && returnUrl && (before === 'processing' || isPaymentExpected)) location.assign(returnUrl);
    else document.getElementById(headingId)?.focus();
  }, [state, returnUrl]);
  return null;
}
