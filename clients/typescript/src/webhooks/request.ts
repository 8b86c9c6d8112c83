/** Reads a webhook request of any framework. */
import { WebhookVerificationError } from '../errors.ts';

/** A received request. `body` must be the exact bytes, not a parsed and serialized copy. */
export interface WebhookRequest {
  /** The headers of the Fetch API, or an object as in Node.js and Express. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/** The largest difference between the time of the signature and the clock, by default. */
export const defaultToleranceMs = 5 * 60_000;

/** A header's value, empty if it is absent. */
export function headerOf({ headers }: WebhookRequest, name: string): string {
  if (isFetchHeaders(headers)) return headers.get(name) ?? '';
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return String(entry?.[1] ?? '');
}

const isFetchHeaders = (headers: WebhookRequest['headers']): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';

const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === 'string' ? new TextEncoder().encode(part) : part;

/** The bytes of a signed text followed by the body. */
export function signedBytes(prefix: string, { body }: WebhookRequest): Uint8Array<ArrayBuffer> {
  const [head, tail] = [bytesOf(prefix), bytesOf(body)];
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** Throws `outside_tolerance` if a signature is too old, or from the future. */
export function requireRecent(signedAt: number, now: number, toleranceMs: number): void {
  if (Math.abs(now - signedAt) > toleranceMs) throw new WebhookVerificationError('outside_tolerance');
}

/** Parses the body of a verified request. Throws `malformed_body`. */
export function parseBody({ body }: WebhookRequest): object {
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('malformed_body');
}
