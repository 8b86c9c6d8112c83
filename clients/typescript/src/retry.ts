/** When a failed attempt is repeated, and after how long. */

/** Backs off from this, doubled with each attempt. */
const baseMs = 1000;
const maxBackoffMs = 30_000;
/** A longer `Retry-After` ends the call: its caller decides whether to wait. */
const maxRetryAfterMs = 60_000;
/** Spreads the repeats of clients with the same `Retry-After`. */
const retryAfterJitterMs = 500;

const retryableStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Reads `Retry-After`, seconds or a date. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/**
 * Whether an answer may differ next time. A conflict does if the server names a time: the first call with the
 * idempotency key still runs.
 */
export function isRetryable(status: number, retryAfterMs: number | undefined): boolean {
  if (retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs) return false;
  return retryableStatuses.includes(status) || (status === 409 && retryAfterMs !== undefined);
}

/** The pause after an attempt (counted from 1). `fraction` is random, from 0 to 1. */
export function pauseMs(attempt: number, retryAfterMs: number | undefined, fraction: number): number {
  if (retryAfterMs !== undefined) return Math.round(retryAfterMs + retryAfterJitterMs * fraction);
  const backoffMs = Math.min(baseMs * 2 ** (attempt - 1), maxBackoffMs);
  return Math.round(backoffMs * (0.5 + fraction / 2));
}
