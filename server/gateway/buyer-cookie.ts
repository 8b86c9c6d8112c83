/**
 * The cookie by which a browser is known to have typed a buyer's data at a store's checkout. A checkout's address opens its
 * page; what was typed there, and the receipt, need this cookie.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readCookies } from '../hosted/buyer.ts';
import { settings } from '../settings.ts';
import { type GatewayRequest, header } from './http.ts';

const cookieName = 'counterfoil_buyer';
const lifetimeSeconds = 180 * 24 * 60 * 60;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The digest of the browser's cookie, as orders keep it; undefined where the browser has none. */
export function readBrowser(request: GatewayRequest): string | undefined {
  const secret = readCookies(header(request.headers, 'cookie')).get(cookieName);
  return secret && /^[\w-]{43}$/.test(secret) ? digestOf(secret) : undefined;
}

/** The same, for a browser that types now: one without a cookie gets one. */
export function ensureBrowser(request: GatewayRequest): { readonly browser: string; readonly cookie?: string } {
  const known = readBrowser(request);
  if (known) return { browser: known };
  const secret = randomBytes(32).toString('base64url');
  // In another site's frame only a partitioned cookie comes back, which browsers take over https only.
  const scope = settings().checkoutUrl.startsWith('https:') ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax';
  const cookie = `${cookieName}=${secret}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; ${scope}`;
  return { browser: digestOf(secret), cookie };
}
