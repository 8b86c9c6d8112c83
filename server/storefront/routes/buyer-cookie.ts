/**
 * The cookie by which a browser is known to have typed a buyer's data at a store's checkout. A checkout's address opens its
 * page; what was typed there, and the receipt, need this cookie.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { settings } from '#server/platform/settings.ts';

const cookieName = 'counterfoil_buyer';
/** Comes back in the frame of another site, too. A name of its own, as some browsers take one of the two only. */
const framedName = 'counterfoil_buyer_framed';
const lifetimeSeconds = 180 * 24 * 60 * 60;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The digest of the browser's cookie, as orders keep it; undefined where the browser has none. */
export function readBrowser(request: GatewayRequest): string | undefined {
  const cookies = readCookies(header(request.headers, 'cookie'));
  const secret = cookies.get(cookieName) ?? cookies.get(framedName);
  return secret && /^[\w-]{43}$/.test(secret) ? digestOf(secret) : undefined;
}

/** The same, and the cookies for a browser that types now and has none. */
export function ensureBrowser(request: GatewayRequest): { readonly browser: string; readonly cookies: string[] } {
  const known = readBrowser(request);
  if (known) return { browser: known, cookies: [] };
  const secret = randomBytes(32).toString('base64url');
  const cookie = (name: string, scope: string) =>
    `${name}=${secret}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; ${scope}`;
  const { protocol, hostname } = new URL(settings().checkoutUrl);
  const isHttps = protocol === 'https:';
  // Browsers take partitioned cookies over https, and from the developer's own machine.
  const mayBeFramed = isHttps || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const cookies = [
    cookie(cookieName, `SameSite=Lax${isHttps ? '; Secure' : ''}`),
    ...(mayBeFramed ? [cookie(framedName, 'Secure; SameSite=None; Partitioned')] : []),
  ];
  return { browser: digestOf(secret), cookies };
}
