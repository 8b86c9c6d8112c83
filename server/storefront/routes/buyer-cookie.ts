/**
 * The cookie that marks a browser in which a buyer typed data at a store's checkout. Anyone with a checkout's URL can
 * open its page; the typed data and the receipt need this cookie.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { settings } from '#server/platform/settings.ts';

const cookieName = 'counterfoil_buyer';
/** A second cookie for frames of other sites. It has its own name, as some browsers accept only one of the two. */
const framedName = 'counterfoil_buyer_framed';
const lifetimeSeconds = 180 * 24 * 60 * 60;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The digest of the browser's cookie, as stored with orders; undefined without a cookie. */
export function readBrowser(request: GatewayRequest): string | undefined {
  const cookies = readCookies(header(request.headers, 'cookie'));
  const secret = cookies.get(cookieName) ?? cookies.get(framedName);
  return secret && /^[\w-]{43}$/.test(secret) ? digestOf(secret) : undefined;
}

/** The digest, and new cookies for a browser without one. */
export function ensureBrowser(request: GatewayRequest): { readonly browser: string; readonly cookies: string[] } {
  const known = readBrowser(request);
  if (known) return { browser: known, cookies: [] };
  const secret = randomBytes(32).toString('base64url');
  const cookie = (name: string, scope: string) =>
    `${name}=${secret}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; ${scope}`;
  const { protocol, hostname } = new URL(settings().checkoutUrl);
  const isHttps = protocol === 'https:';
  // Browsers accept partitioned cookies over https and from localhost.
  const mayBeFramed = isHttps || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const cookies = [
    cookie(cookieName, `SameSite=Lax${isHttps ? '; Secure' : ''}`),
    ...(mayBeFramed ? [cookie(framedName, 'Secure; SameSite=None; Partitioned')] : []),
  ];
  return { browser: digestOf(secret), cookies };
}
