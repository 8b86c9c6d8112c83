/** Nonces of content security policies. */
import { randomBytes } from 'node:crypto';

const nonceBytes = 16;
/** Drawn for many at a time: to ask for a few bytes takes as long as to ask for thousands. */
let [drawn, used] = [Buffer.alloc(0), 0];

/** Made anew for every answer: only scripts and styles that carry it run. */
export function newNonce(): string {
  if (used === drawn.length) [drawn, used] = [randomBytes(256 * nonceBytes), 0];
  used += nonceBytes;
  return drawn.toString('base64', used - nonceBytes, used);
}
