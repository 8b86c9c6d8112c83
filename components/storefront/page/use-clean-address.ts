import { useEffect } from 'react';

/** What a payment provider appends to the address when it sends the buyer back; of no use to us, and not for others' eyes. */
const theirs = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/** Takes out of the address what a payment provider has put there. */
export function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(location.href);
    for (const name of theirs) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(history.state, '', url);
  }, []);
}
