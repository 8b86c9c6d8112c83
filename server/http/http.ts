/** The two shapes at the gateway's edge: plain values, so that node:http and Next can both carry them. */
import { ApiError } from '#server/domain/errors.ts';

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface GatewayRequest {
  readonly method: string;
  /** Path and query exactly as received. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Headers;
  /** The exact bytes, which is what a signature covers, or why they were not taken in. */
  readonly body: Uint8Array | ApiError;
  /** The client's address. */
  readonly address: string;
}

export interface GatewayResponse {
  readonly status: number;
  /** Several values of one name: `Set-Cookie`. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array;
}

/** The body's bytes; refuses a body that was not taken in. */
export function bytesOf({ body }: GatewayRequest): Uint8Array {
  if (body instanceof ApiError) throw body;
  return body;
}

/** One header's value; the first where it was sent more than once. */
export const header = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The path without the query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
