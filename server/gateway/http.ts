/** The two shapes at the gateway's edge: plain values, so that node:http and Next can both carry them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface GatewayRequest {
  readonly method: string;
  /** Path and query exactly as received. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Headers;
  /** The exact bytes, which is what a signature covers; 'too-large' past 1 MiB. */
  readonly body: Uint8Array | 'too-large';
  /** The client's address. */
  readonly address: string;
}

export interface GatewayResponse {
  readonly status: number;
  /** Several values of one name: `Set-Cookie`. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array;
}

/** The longest body that is read. (decisions.md, "Envelope, errors, layers".) */
export const longestBodyBytes = 1024 * 1024;

/** One header's value; the first where it was sent more than once. */
export const header = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The path without the query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
