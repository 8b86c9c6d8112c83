/** Mistakes in the signature itself: how it is made, and how the header encodes it. */
import type { Candidate, Mistake } from './mistake.ts';

/** Mistakes that a signature's padding and digest reveal, whatever the text. */
export const schemeMistakes = {
  pss: { name: 'PSS padding', hint: 'The signature has PSS padding; use PKCS#1 v1.5.' },
  'digest-alone': {
    name: 'digest without DigestInfo',
    hint: 'A bare digest was signed; use RSA-SHA256, which wraps it in a DigestInfo.',
  },
  'text-alone': {
    name: 'text without digest',
    hint: 'The text was encrypted with the private key; sign it with RSA-SHA256.',
  },
} as const satisfies Record<string, Mistake>;

/** A signature with a digest other than SHA-256. */
export const otherAlgorithm = (algorithm: string): Mistake => ({
  name: `${algorithm} signature`,
  hint: `The signature uses ${algorithm.toUpperCase().replace('SHA', 'SHA-')}; use RSA-SHA256.`,
});

const encodings: readonly (Mistake & { readonly read: (header: string) => Buffer | undefined })[] = [
  {
    name: 'signature in hex',
    hint: 'X-Signature is hex; send it in Base64.',
    read: (header) =>
      /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(header) ? Buffer.from(header.replace(/^0x/i, ''), 'hex') : undefined,
  },
  {
    name: 'signature in Base64url',
    hint: 'X-Signature is Base64url or lacks its padding; use plain Base64, with +, / and =.',
    read: (header) => (/^[\w+/-]+={0,2}$/.test(header) ? Buffer.from(header, 'base64url') : undefined),
  },
  {
    name: 'signature with line breaks',
    hint: 'X-Signature contains line breaks; send Base64 on one line.',
    read: (header) => plainBase64(header.replace(/\\r|\\n|%0d|%0a|\s/gi, '')),
  },
  {
    name: 'signature percent-encoded',
    hint: 'X-Signature is percent-encoded; send Base64 as it is.',
    read: (header) => plainBase64(header.replace(/%(2b|2f|3d)/gi, (code) => decodeURIComponent(code))),
  },
];

/** Decodes Base64 as RFC 4648 defines it, the only accepted form of a signature. */
export function plainBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

/** The possible readings of the header X-Signature. */
export function readSignature(header: string): Candidate<Buffer>[] {
  const plain = plainBase64(header);
  const others = encodings.flatMap(({ read, ...mistake }) => {
    const bytes = read(header);
    return bytes && !plain?.equals(bytes) ? [{ value: bytes, mistakes: [mistake] }] : [];
  });
  return plain ? [{ value: plain, mistakes: [] }, ...others.slice(0, 1)] : others;
}
