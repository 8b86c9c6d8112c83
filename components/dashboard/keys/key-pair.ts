'use client';
/** RSA key pairs generated in the browser. The private key is never sent anywhere. */

export interface KeyPair {
  /** SPKI, PEM. */
  readonly publicKey: string;
  /** PKCS#8, PEM. */
  readonly privateKey: string;
}

/** Whether this page can generate keys: browsers allow it only over https and on localhost. */
export const canGenerateKeys = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Generates a pair for signing API calls: RSA, 2048 bits, RSASSA-PKCS1-v1_5 with SHA-256. */
export async function generateKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  );
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { publicKey: toPem('PUBLIC KEY', publicKey), privateKey: toPem('PRIVATE KEY', privateKey) };
}

function toPem(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
