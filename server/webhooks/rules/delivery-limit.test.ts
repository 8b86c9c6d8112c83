import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDeliveryLimit, maxDeliveryLimit, nextDeliveryLimit, slowAnswerMs } from './delivery-limit.ts';

const quick = { isSuccess: true, durationMs: 20 };

/** The limit after rounds in which all requests that it allows get the same answer. */
function afterRounds(count: number, answer: typeof quick, limit = firstDeliveryLimit): number {
  let current = limit;
  for (let round = 0; round < count; round += 1) {
    for (let inFlight = current; inFlight > 0; inFlight -= 1) {
      current = nextDeliveryLimit(current, { ...answer, inFlight }, maxDeliveryLimit);
    }
  }
  return current;
}

test('raises the limit of a quick receiver from two to 64 within twelve rounds', () => {
  expect(afterRounds(1, quick)).toBeGreaterThan(firstDeliveryLimit);
  expect(afterRounds(12, quick)).toBe(64);
  expect(afterRounds(100, quick)).toBe(64);
});

test.each([
  ['fails', { isSuccess: false, durationMs: 20 }],
  ['fails slowly', { isSuccess: false, durationMs: 10_000 }],
  ['answers slowly', { isSuccess: true, durationMs: slowAnswerMs }],
])('halves the limit of a receiver that %s, down to one', (_, answer) => {
  expect(nextDeliveryLimit(64, { ...answer, inFlight: 64 }, 64)).toBe(32);
  expect(afterRounds(1, answer, 64)).toBe(1);
  expect(afterRounds(5, answer, 1)).toBe(1);
});

test('does not raise a limit that is less than half used', () => {
  expect(nextDeliveryLimit(16, { ...quick, inFlight: 7 }, 64)).toBe(16);
  expect(nextDeliveryLimit(16, { ...quick, inFlight: 8 }, 64)).toBe(17);
});

const answers = fc.array(
  fc.record({
    isSuccess: fc.boolean(),
    durationMs: fc.integer({ min: 0, max: 10_000 }),
    inFlight: fc.integer({ min: 1, max: 256 }),
  }),
);

test('stays between one and the maximum, and changes by one upward or by half downward', () => {
  const property = fc.property(answers, fc.integer({ min: 1, max: 64 }), (sequence, max) => {
    let limit = Math.min(firstDeliveryLimit, max);
    for (const answer of sequence) {
      const next = nextDeliveryLimit(limit, answer, max);
      expect(next).toBeGreaterThanOrEqual(1);
      expect(next).toBeLessThanOrEqual(max);
      expect([limit, limit + 1, Math.max(1, Math.floor(limit / 2))]).toContain(next);
      limit = next;
    }
  });
  fc.assert(property);
});

test('allows one request at a time after seven bad answers, whatever came before', () => {
  const property = fc.property(answers, (sequence) => {
    const bad = Array.from({ length: 7 }, () => ({ isSuccess: false, durationMs: 20, inFlight: 1 }));
    const limit = [...sequence, ...bad].reduce((now, answer) => nextDeliveryLimit(now, answer, 64), firstDeliveryLimit);
    expect(limit).toBe(1);
  });
  fc.assert(property);
});
