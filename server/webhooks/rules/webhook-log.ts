/** What of a request to a receiver, and of its answer, may be shown: no secret, and not more than anybody reads. */
import type { WebhookChannel } from './webhook.ts';

/** Whoever knows the rest of a chat's address can write there; a receiver's own address may hold a token as well. */
export function shownAddress(channel: WebhookChannel, address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  if (channel !== 'http') return `${url.origin}/…`;
  return `${url.origin}${url.pathname}${url.search ? '?…' : ''}`;
}

/** The receiver's name, as a list shows it. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';

/** What of an address follows the host, where it may be shown: the path of a server's own. */
export const pathOf = (channel: WebhookChannel, address: string): string =>
  (channel === 'http' ? URL.parse(address)?.pathname.replace(/^\/$/, '') : undefined) ?? '';

const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'www-authenticate',
  'proxy-authenticate',
  // Made with the webhook's own secret, which can be guessed at from it.
  'x-webhook-secret-signature',
]);

/** Headers as they are shown: those that let somebody in by their names only. */
export const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name.toLowerCase()) ? '[masked]' : value]),
  );

/** In characters. */
export const maxShownLength = 16 * 1024;

/** A body as it is shown: its beginning, where it is long. */
export const shownBody = (body: string): string =>
  body.length > maxShownLength ? `${body.slice(0, maxShownLength)}…` : body;

/**
 * A request's body as it is shown: Feishu is told in it by whom it is signed, with which anybody could write there for an
 * hour.
 */
export const shownRequestBody = (channel: WebhookChannel, body: string): string =>
  // In JSON a quotation mark inside a text is escaped: this is the field, and nothing that somebody wrote.
  shownBody(channel === 'feishu' ? body.replace(/"sign":"[^"]*"/, '"sign":"[masked]"') : body);
