import { useEffect, useState } from 'react';

/** What a payment provider appends to the address when it sends the buyer back; of no use to us, and not for others' eyes. */
const theirs = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

const hasTheirs = (): boolean => {
  const given = new URLSearchParams(location.search);
  return theirs.some((name) => given.has(name));
};

/** Takes out of the address what a payment provider has put there; true where there was something: it sent the buyer back. */
export function useCleanAddress(): boolean {
  const [wasSentBack] = useState(() => typeof location !== 'undefined' && hasTheirs());
  useEffect(() => {
    if (!wasSentBack) return;
    const url = new URL(location.href);
    for (const name of theirs) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
  }, [wasSentBack]);
  return wasSentBack;
}
