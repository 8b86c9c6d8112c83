/** Codes of authenticator apps: which half minute one is of. (RFC 6238, with the defaults that every app has.) */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** Clocks differ, and people take a while to type: the code before and the one after are right, too. */
const tolerance = 1;

/** How many steps of half a minute have passed by then. */
export const totpStepAt = (now: Date): number => Math.floor(now.getTime() / stepMs);

/** The code of a step. */
export function totpCode(secret: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step that a code is of, the latest of those that it may be of; undefined where it is not right. */
export function findTotpStep(secret: string | Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code);
  if (given.length !== digits) return undefined;
  const current = totpStepAt(now);
  for (let step = current + tolerance; step >= current - tolerance; step -= 1) {
    if (timingSafeEqual(given, Buffer.from(totpCode(secret, step)))) return step;
  }
  return undefined;
}
