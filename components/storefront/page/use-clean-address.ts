import { useEffect } from 'react';

/** Query parameters that a payment provider adds on return. They are private and unused. */
const paymentParams = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/** Removes the payment provider's parameters from the address. */
export function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(location.href);
    for (const name of paymentParams) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(history.state, '', url);
  }, []);
}
