import { expect, test } from 'vitest';
import { findTotpStep, totpCode, totpStepAt } from './totp.ts';

/** The secret and the moments of RFC 6238's appendix B; of its eight digits the last six. */
const secret = '12345678901234567890';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(totpCode(secret, totpStepAt(now))).toBe(code);
  expect(findTotpStep(secret, code, now)).toBe(totpStepAt(now));
});

test('a code is right for its step, the one before and the one after', () => {
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

test.each(['', '12345', '1234567', '☃☃', '28708☃', 'abcdef'])('%j is no code', (given) => {
  expect(findTotpStep(secret, given, new Date(59_000))).toBeUndefined();
});
