/** Generates the codes of an authenticator app. */
import { totpCode, totpStepAt } from '#server/accounts/rules/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Returns the code at a time for the secret as a user types it. Each code is accepted once; `later: 1` is the next
 * code, which is accepted half a minute early.
 */
export const totpAt = (secret: string, now: Date, later = 0): string =>
  totpCode(fromBase32(secret), totpStepAt(now) + later);
