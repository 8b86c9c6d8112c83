import { useEffect } from 'react';
import type { TieResult } from '#server/checkout/customer.ts';
import { usePage } from '../../page/page-context.tsx';

const attempts = 4;
const pauseMs = 1500;

/** The pending call that links the checkout to its customer. Paying waits for it. */
let tie: Promise<unknown> = Promise.resolve();

/** Resolves when the checkout is linked to its customer, or cannot be. */
export const untilTied = (): Promise<unknown> => tie;

/**
 * Reads the session token from the address (`#token=…`), removes it from the address and links the checkout to its
 * customer. Without a valid token the buyer pays as a guest.
 */
export function CustomerToken({ path }: { path: string }) {
  const { refresh } = usePage();
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    tie = send(path, token).then((isTied) => {
      // The amount due may differ for this customer, for example after a used trial.
      if (isTied) void refresh();
    });
  }, [path, refresh]);
  return null;
}

/** Whether the server has linked the checkout. False after the last failed attempt. */
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
