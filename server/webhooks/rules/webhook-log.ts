/** The displayable parts of requests to receivers and their answers, without secrets. */
import type { WebhookChannel } from './webhook.ts';

/** The displayable part of a URL: a chat's full URL allows posting there, and a receiver's query may contain a token. */
export function shownAddress(channel: WebhookChannel, address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  if (channel !== 'http') return `${url.origin}/…`;
  return `${url.origin}${url.pathname}${url.search ? '?…' : ''}`;
}

/** The receiver's host, for lists. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';

/** The displayable path of a URL, for a merchant's own server only. */
export const pathOf = (channel: WebhookChannel, address: string): string =>
  (channel === 'http' ? URL.parse(address)?.pathname.replace(/^\/$/, '') : undefined) ?? '';

const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'www-authenticate',
  'proxy-authenticate',
  // Made with the webhook's own secret, which could be brute-forced from it.
  'x-webhook-secret-signature',
  'webhook-signature',
]);

/** Masks the values of headers with credentials. */
export const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name.toLowerCase()) ? '[masked]' : value]),
  );

/** The limit in characters. */
export const maxShownLength = 16 * 1024;

/** Truncates a long body. */
export const shownBody = (body: string): string =>
  body.length > maxShownLength ? `${body.slice(0, maxShownLength)}…` : body;

/** Masks the signature in a Feishu request, with which anyone could post to the chat for an hour. */
export const shownRequestBody = (channel: WebhookChannel, body: string): string =>
  // Quotes inside JSON texts are escaped, so this matches only the field itself.
  shownBody(channel === 'feishu' ? body.replace(/"sign":"[^"]*"/, '"sign":"[masked]"') : body);
