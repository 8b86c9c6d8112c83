/** Nonces of content security policies. */
import { randomBytes } from 'node:crypto';

const nonceBytes = 16;
/** Generated in bulk: a few random bytes cost as much as thousands. */
let [pool, used] = [Buffer.alloc(0), 0];

/** A new nonce for one response. Only scripts and styles that carry it run. */
export function newNonce(): string {
  if (used === pool.length) [pool, used] = [randomBytes(256 * nonceBytes), 0];
  used += nonceBytes;
  return pool.toString('base64', used - nonceBytes, used);
}
