'use client';
import { useEffect, useState } from 'react';

/** An invitation as whoever has its link sees it. */
export interface ShownInvitation {
  readonly store: string;
  readonly inviter: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
  readonly expiresAt: string;
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired';
}

export type Found =
  | { readonly status: 'reading' | 'missing' | 'unreachable' }
  | { readonly status: 'found'; readonly token: string; readonly invitation: ShownInvitation };

const key = 'counterfoil.invitation';

/** The token from the address, which it leaves at once; kept in this tab, for coming back from signing in. */
function takeToken(): string | null {
  const [, given] = /^#token=([\w-]+)$/.exec(window.location.hash) ?? [];
  if (given) {
    sessionStorage.setItem(key, given);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return given ?? keptInvitation();
}

/** The token of the invitation that this tab was opened for. */
export const keptInvitation = (): string | null => sessionStorage.getItem(key);

export const forgetInvitation = (): void => sessionStorage.removeItem(key);

async function read(token: string | null): Promise<Found> {
  if (token === null) return { status: 'missing' };
  try {
    const response = await fetch('/invitations/read', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (response.status === 404) return { status: 'missing' };
    if (!response.ok) return { status: 'unreachable' };
    const { data } = (await response.json()) as { data: { invitation: ShownInvitation } };
    return { status: 'found', token, invitation: data.invitation };
  } catch {
    return { status: 'unreachable' };
  }
}

/** The invitation that this page was opened for. */
export function useInvitation(): Found {
  const [found, setFound] = useState<Found>({ status: 'reading' });
  useEffect(() => {
    void read(takeToken()).then(setFound);
  }, []);
  return found;
}
