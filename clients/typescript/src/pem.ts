/** Reads RSA keys in PEM. */
import { fromBase64 } from './base64.ts';

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/**
 * Imports an RSA private key, PKCS#8 (`BEGIN PRIVATE KEY`) or PKCS#1 (`BEGIN RSA PRIVATE KEY`). Line breaks may be
 * written as `\n`, as in environment variables. Throws a TypeError that says what is wrong and never repeats the key.
 */
export async function importPrivateKey(pem: string): Promise<CryptoKey> {
  const { label, bytes } = decodePem(pem, 'privateKey');
  if (label === 'ENCRYPTED PRIVATE KEY' || pem.includes('Proc-Type: 4,ENCRYPTED')) {
    throw new TypeError('privateKey is encrypted with a passphrase: decrypt it first, with `openssl pkey`');
  }
  if (label !== 'PRIVATE KEY' && label !== 'RSA PRIVATE KEY') {
    throw new TypeError(`privateKey is a ${label}: expected a PRIVATE KEY or RSA PRIVATE KEY`);
  }
  const pkcs8 = label === 'PRIVATE KEY' ? bytes : bytes && wrapPkcs1(bytes);
  return await importing('privateKey', pkcs8, (der) => crypto.subtle.importKey('pkcs8', der, rsa, false, ['sign']));
}

/** Imports an RSA public key (`BEGIN PUBLIC KEY`). Throws a TypeError for anything else. */
export async function importPublicKey(pem: string): Promise<CryptoKey> {
  const { label, bytes } = decodePem(pem, 'publicKey');
  if (label !== 'PUBLIC KEY') throw new TypeError(`publicKey is a ${label}: expected a PUBLIC KEY`);
  return await importing('publicKey', bytes, (der) => crypto.subtle.importKey('spki', der, rsa, false, ['verify']));
}

function decodePem(pem: string, name: string): { label: string; bytes: Uint8Array<ArrayBuffer> | undefined } {
  const text = pem.replaceAll('\\n', '\n');
  const [, label, body = ''] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----/s.exec(text) ?? [];
  if (label === undefined) throw new TypeError(`${name} is not PEM: expected a text with -----BEGIN …-----`);
  return { label, bytes: fromBase64(body) };
}

async function importing(
  name: string,
  der: Uint8Array<ArrayBuffer> | undefined,
  importKey: (der: Uint8Array<ArrayBuffer>) => Promise<CryptoKey>,
): Promise<CryptoKey> {
  // The runtime's own error is left out, since it may quote what it could not read.
  const key = der && (await importKey(der).catch(() => undefined));
  if (!key) throw new TypeError(`${name} is not a valid RSA key`);
  return key;
}

/** AlgorithmIdentifier of rsaEncryption, DER. */
const rsaEncryption = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
const versionZero = [0x02, 0x01, 0x00];

/** PKCS#8 around a PKCS#1 key, because WebCrypto imports PKCS#8 only. */
const wrapPkcs1 = (pkcs1: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(derElement(0x30, [...versionZero, ...rsaEncryption, ...derElement(0x04, [...pkcs1])]));

function derElement(tag: number, content: readonly number[]): number[] {
  const { length } = content;
  if (length < 0x80) return [tag, length, ...content];
  if (length < 0x100) return [tag, 0x81, length, ...content];
  return [tag, 0x82, length >> 8, length & 0xff, ...content];
}
