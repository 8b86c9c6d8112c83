import { expect, test } from 'vitest';
import { findTotpStep, totpCode, totpStepAt } from './totp.ts';

/** The secret and times of RFC 6238, appendix B, with the last six of its eight digits. */
const secret = '12345678901234567890';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes the code at %i seconds as %s', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(totpCode(secret, totpStepAt(now))).toBe(code);
  expect(findTotpStep(secret, code, now)).toBe(totpStepAt(now));
});

test('accepts the code of the current, previous and next step', () => {
  const step = totpStepAt(new Date(1_234_567_890_000));
  const during = (offset: number) => new Date((step + offset) * 30_000);
  const code = totpCode(secret, step);
  expect([-2, -1, 0, 1, 2].map((offset) => findTotpStep(secret, code, during(offset)))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ]);
});

test.each(['', '12345', '1234567', '☃☃', '28708☃', 'abcdef'])('rejects the code %j', (given) => {
  expect(findTotpStep(secret, given, new Date(59_000))).toBeUndefined();
});
