'use client';
/** RSA key pairs, made in the browser. The private half goes to the caller and nowhere else. */

export interface KeyPair {
  /** SPKI, PEM. */
  readonly publicKey: string;
  /** PKCS#8, PEM. */
  readonly privateKey: string;
}

/** Whether this page may make keys: browsers allow it over https and on this machine only. */
export const canMakeKeys = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Makes a pair for signing calls: RSA of 2048 bits, RSASSA-PKCS1-v1_5 with SHA-256. */
export async function makeKeyPair(): Promise<KeyPair> {
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
