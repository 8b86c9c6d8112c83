'use client';
import { useEffect, useState } from 'react';

/** An invitation as shown to the holder of its link. */
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

/** Moves the token from the URL to the session storage, so that it survives signing in. */
function takeToken(): string | null {
  const [, token] = /^#token=([\w-]+)$/.exec(window.location.hash) ?? [];
  if (token) {
    sessionStorage.setItem(key, token);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return token ?? savedInvitation();
}

/** The invitation token saved in this tab. */
export const savedInvitation = (): string | null => sessionStorage.getItem(key);

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

/** Loads the invitation of the current link. */
export function useInvitation(): Found {
  const [found, setFound] = useState<Found>({ status: 'reading' });
  useEffect(() => {
    void read(takeToken()).then(setFound);
  }, []);
  return found;
}
