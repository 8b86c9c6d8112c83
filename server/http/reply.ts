/** A response as it grows: headers are added on the way, also to what ends in a refusal. */
import type { ApiError } from '#server/domain/errors.ts';
import type { Caller } from '#server/platform/action.ts';
import { logFailure, refusalFor } from '#server/platform/outage.ts';
import type { Standing } from '#server/platform/rate-limits/rate-limit.ts';
import { errorBody } from './envelope.ts';
import type { GatewayResponse } from './http.ts';

export class Reply implements GatewayResponse {
  status = 200;
  body: string | Uint8Array = '';
  readonly headers: Record<string, string | readonly string[]>;
  readonly requestId: string;
  /** Who called, from the moment that is known. */
  caller?: Caller;

  constructor(requestId: string, headers: Readonly<Record<string, string>> = {}) {
    this.requestId = requestId;
    this.headers = {
      'Content-Type': 'application/json; charset=utf-8',
      // no-transform: Next would compress what node:http sends as it is, and both doors give the same bytes.
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
   * Turns whatever was thrown into a refusal: 503 while the database is away; anything else that nobody foresaw is a 500 that
   * says nothing, and a line in the log.
   */
  refuse(error: unknown, bodyOf: (refusal: ApiError) => string = errorBody): void {
    const known = refusalFor(error);
    if (known !== error) logFailure(error, 'request failed', { requestId: this.requestId });
    this.send(known.status, bodyOf(known), known.headers);
  }

  /** Notes where the caller stands, and refuses the call that is one too many. */
  count(standing: Standing): void {
    Object.assign(this.headers, standing.headers);
    if (standing.refusal) throw standing.refusal;
  }
}
