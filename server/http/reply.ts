/** A response under construction. Headers can be added at any point, also to a refusal. */
import type { Caller } from '#server/platform/action.ts';
import { logFailure, refusalFor } from '#server/platform/outage.ts';
import type { LimitStatus } from '#server/platform/rate-limits/rate-limit.ts';
import { errorBody } from './envelope.ts';
import type { GatewayResponse } from './http.ts';

export class Reply implements GatewayResponse {
  status = 200;
  body: string | Uint8Array = '';
  readonly headers: Record<string, string | readonly string[]>;
  readonly requestId: string;
  /** The caller, once authenticated. */
  caller?: Caller;

  constructor(requestId: string, headers: Readonly<Record<string, string>> = {}) {
    this.requestId = requestId;
    this.headers = {
      'Content-Type': 'application/json; charset=utf-8',
      // no-transform: otherwise Next compresses responses that node:http sends as they are, and the two must match byte
      // for byte.
      'Cache-Control': 'no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    };
  }

  send(status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): void {
    this.status = status;
    this.body = body;
    Object.assign(this.headers, headers);
  }

  /**
   * Turns a thrown error into a refusal: 503 while the database is unavailable; any unexpected error becomes a 500
   * without details and is logged.
   */
  refuse(error: unknown): void {
    const known = refusalFor(error);
    if (known !== error) logFailure(error, 'request failed', { requestId: this.requestId });
    this.send(known.status, errorBody(known), known.headers);
  }

  /** Adds the rate limit headers, and throws if the call is over the limit. */
  count(limitStatus: LimitStatus): void {
    Object.assign(this.headers, limitStatus.headers);
    if (limitStatus.refusal) throw limitStatus.refusal;
  }
}
