/** The gateway's request and response: plain values that both node:http and Next can carry. */
import { ApiError } from '#server/domain/errors.ts';

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface GatewayRequest {
  readonly method: string;
  /** Path and query exactly as received. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Headers;
  /** The exact bytes, which the signature covers, or the reason the body was rejected. */
  readonly body: Uint8Array | ApiError;
  /** The client's address. */
  readonly address: string;
}

export interface GatewayResponse {
  readonly status: number;
  /** Several values for one name: `Set-Cookie`. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array;
}

/** The body's bytes; throws if the body was rejected. */
export function bytesOf({ body }: GatewayRequest): Uint8Array {
  if (body instanceof ApiError) throw body;
  return body;
}

/** One header's value; the first if it was sent repeatedly. */
export const header = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
