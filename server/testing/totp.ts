/** The codes that an authenticator app would show. */
import { totpCode, totpStepAt } from '#server/accounts/rules/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The code at that moment, of the secret as the app is given it to type. Each code is taken once: `later` is the next
 * one, which is taken half a minute early.
 */
export const totpAt = (secret: string, now: Date, later = 0): string =>
  totpCode(fromBase32(secret), totpStepAt(now) + later);
