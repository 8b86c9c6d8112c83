/** Signs requests with an API key. */
import { toBase64 } from './base64.ts';
import { importPrivateKey } from './pem.ts';

export interface ApiKeyCredential {
  /** `MER_xxx`. */
  readonly merchantId: string;
  /** PEM, PKCS#8 or PKCS#1. It stays in this process. */
  readonly privateKey: string;
}

export interface SignedParts {
  readonly method: string;
  /** The path with or without a query. Only a GET's query is signed. */
  readonly path: string;
  /** The exact body as sent; empty for a GET. */
  readonly body: string;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** Returns the headers that prove the merchant. Throws a TypeError if the private key cannot be read. */
export type Signer = (parts: SignedParts) => Promise<Record<string, string>>;

/** A signer with an API key. The key is imported once, with the first request. */
export function createSigner({ merchantId, privateKey }: ApiKeyCredential): Signer {
  let key: Promise<CryptoKey> | undefined;
  return async ({ method, path, body, now }) => {
    key ??= importPrivateKey(privateKey);
    const imported = await key;
    const timestamp = String(Math.floor(now / 1000));
    const bodyHash = toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(body))));
    const signedPath = method === 'GET' ? path : path.replace(/\?.*/s, '');
    const canonicalRequest = [method, signedPath, timestamp, bodyHash].join('\n');
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', imported, encode(canonicalRequest));
    return {
      'X-Merchant-Id': merchantId,
      'X-Timestamp': timestamp,
      'X-Signature': toBase64(new Uint8Array(signature)),
    };
  };
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
