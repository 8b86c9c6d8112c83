/** Time-based codes of authenticator apps. (RFC 6238, with the usual defaults.) */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** The accepted steps before and after the current one, for clock differences and slow typing. */
const tolerance = 1;

/** The time step of half a minute. */
export const totpStepAt = (now: Date): number => Math.floor(now.getTime() / stepMs);

/** The code of a step. */
export function totpCode(secret: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The latest step within the tolerance that a code matches; undefined if it is invalid. */
export function findTotpStep(secret: string | Buffer, code: string, now: Date): number | undefined {
  const codeBytes = Buffer.from(code);
  if (codeBytes.length !== digits) return undefined;
  const current = totpStepAt(now);
  for (let step = current + tolerance; step >= current - tolerance; step -= 1) {
    if (timingSafeEqual(codeBytes, Buffer.from(totpCode(secret, step)))) return step;
  }
  return undefined;
}
