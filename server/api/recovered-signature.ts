/**
 * Recovers what an RSA signature was made from. The public key turns a signature back into the padded digest; valid
 * padding proves that the signer holds the private key.
 */
import { constants, hash, type KeyObject, publicDecrypt } from 'node:crypto';

type Algorithm = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** How the text was signed, and a test of whether a text is the signed one. */
export interface RecoveredSignature {
  readonly scheme: 'pkcs1' | 'pss' | 'digest-alone' | 'text-alone';
  readonly algorithm: Algorithm;
  readonly matches: (text: string | Buffer) => boolean;
}

/** The ASN.1 prefix of the digest in a PKCS#1 v1.5 signature. (RFC 8017, 9.2) */
const digestPrefixes: Readonly<Record<Algorithm, string>> = {
  md5: '3020300c06082a864886f70d020505000410',
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};
const digestBytes: Readonly<Record<Algorithm, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };
const algorithms = Object.keys(digestBytes) as Algorithm[];

/** Larger keys and unusual exponents take more time than a failed request is worth. */
const maxModulusBits = 4096;
const maxExponent = 2n ** 32n;

/** What the signature was made from; undefined unless that key's private half made it. */
export function recoverSignature(key: KeyObject, signature: Buffer): RecoveredSignature | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength > maxModulusBits || publicExponent > maxExponent) return undefined;
  if (signature.length !== Math.ceil(modulusLength / 8)) return undefined;
  let block: Buffer;
  try {
    block = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    return undefined;
  }
  return readPkcs1(block) ?? readPss(block, modulusLength);
}

/** `00 01 FF … FF 00` and the payload. */
function readPkcs1(block: Buffer): RecoveredSignature | undefined {
  if (block[0] !== 0 || block[1] !== 1) return undefined;
  const end = block.indexOf(0, 2);
  if (end < 10 || !block.subarray(2, end).every((byte) => byte === 0xff)) return undefined;
  const payload = block.subarray(end + 1);
  const hex = payload.toString('hex');
  for (const algorithm of algorithms) {
    const prefix = digestPrefixes[algorithm];
    if (!hex.startsWith(prefix) || payload.length !== prefix.length / 2 + digestBytes[algorithm]) continue;
    return { scheme: 'pkcs1', algorithm, matches: equalDigest(algorithm, hex.slice(prefix.length)) };
  }
  return readBare(payload);
}

/**
 * Tools that "encrypt with the private key" omit the ASN.1: the payload is a bare digest, its text or the text itself.
 */
function readBare(payload: Buffer): RecoveredSignature {
  const text = payload.toString('latin1');
  const scheme = 'digest-alone';
  if (/^[0-9a-f]{64}$/i.test(text)) {
    return { scheme, algorithm: 'sha256', matches: equalDigest('sha256', text.toLowerCase()) };
  }
  if (/^[\w+/-]{43}=$/.test(text)) {
    const digest = Buffer.from(text, 'base64').toString('hex');
    return { scheme, algorithm: 'sha256', matches: equalDigest('sha256', digest) };
  }
  const algorithm = algorithms.find((name) => digestBytes[name] === payload.length);
  if (algorithm) return { scheme, algorithm, matches: equalDigest(algorithm, payload.toString('hex')) };
  return {
    scheme: 'text-alone',
    algorithm: 'sha256',
    matches: (candidate) => payload.equals(typeof candidate === 'string' ? Buffer.from(candidate) : candidate),
  };
}

const equalDigest =
  (algorithm: Algorithm, digest: string) =>
  (text: string | Buffer): boolean =>
    hash(algorithm, text, 'hex') === digest;

/** The digest of the text and the digest of the mask. Java's default mixes two. */
const pssPairs = [
  ['sha256', 'sha256'],
  ['sha1', 'sha1'],
  ['sha512', 'sha512'],
  ['sha256', 'sha1'],
] as const;

function readPss(block: Buffer, modulusBits: number): RecoveredSignature | undefined {
  if (block.at(-1) !== 0xbc) return undefined;
  for (const [algorithm, mask] of pssPairs) {
    const found = unmask(block, modulusBits - 1, digestBytes[algorithm], mask);
    if (!found) continue;
    const { digest, salt } = found;
    const hashed = Buffer.concat([Buffer.alloc(8 + digestBytes[algorithm]), salt]);
    const expected = digest.toString('hex');
    const matches = (text: string | Buffer) => {
      hashed.write(hash(algorithm, text, 'hex'), 8, 'hex');
      return hash(algorithm, hashed, 'hex') === expected;
    };
    return { scheme: 'pss', algorithm, matches };
  }
  return undefined;
}

/** EMSA-PSS decoding: masked `00 … 00 01 salt`, then the digest, then BC. (RFC 8017, 9.1.2) */
function unmask(block: Buffer, bits: number, digestLength: number, mask: Algorithm) {
  const encoded = block.subarray(block.length - Math.ceil(bits / 8));
  const maskedLength = encoded.length - digestLength - 1;
  const digest = encoded.subarray(maskedLength, maskedLength + digestLength);
  const stream = maskOf(digest, maskedLength, mask);
  const data = Buffer.from(encoded.subarray(0, maskedLength).map((byte, at) => byte ^ (stream[at] ?? 0)));
  data[0] = (data[0] ?? 0) & (0xff >> (8 * encoded.length - bits));
  const one = data.findIndex((byte) => byte !== 0);
  return data[one] === 1 ? { digest, salt: data.subarray(one + 1) } : undefined;
}

/** MGF1. */
function maskOf(seed: Buffer, length: number, algorithm: Algorithm): Buffer {
  const blocks: Buffer[] = [];
  for (let generated = 0, counter = 0; generated < length; generated += digestBytes[algorithm], counter += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    blocks.push(hash(algorithm, Buffer.concat([seed, number]), 'buffer'));
  }
  return Buffer.concat(blocks, blocks.length * digestBytes[algorithm]);
}
