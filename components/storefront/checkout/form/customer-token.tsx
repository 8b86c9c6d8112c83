import { useEffect } from 'react';
import type { TieResult } from '#server/checkout/customer.ts';
import { usePage } from '../../page/page-context.tsx';

const attempts = 4;
const pauseMs = 1500;

/** The tie that is under way; paying waits for it, so that what is paid is the customer's. */
let tie: Promise<unknown> = Promise.resolve();

/** Resolves once the checkout is tied to its customer, or cannot be. */
export const untilTied = (): Promise<unknown> => tie;

/**
 * Reads the session token that the address may carry (`#token=…`), takes it out of the address at once, and ties the
 * checkout to its customer. Whoever comes without one, or with one that has expired, buys as anybody does.
 */
export function CustomerToken({ path }: { path: string }) {
  const { refresh } = usePage();
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    tie = send(path, token).then((isTied) => {
      // What is due may be something else for this customer: a trial that they have had.
      if (isTied) void refresh();
    });
  }, [path, refresh]);
  return null;
}

/** Whether the server has tied it; false also where there was no telling after some attempts. */
async function send(path: string, token: string): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ token }) }).catch(() => null);
    if (response && response.status !== 429 && response.status < 500) {
      const { data } = (await response.json().catch(() => ({ data: null }))) as { data: TieResult | null };
      return data?.tied === true;
    }
    if (attempt < attempts) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}
