import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeliveryStatus, deliveryStatuses } from './webhook.ts';
import {
  chaosOf,
  type DeliveryEvent,
  deliveryTransitions,
  isToPause,
  nextDeliveryStatus,
  outcomeOf,
  readRetryAfterMs,
} from './webhook-delivery.ts';

const now = new Date('2026-11-21T09:30:00.000Z');
const secondsUntil = (at: Date) => (at.getTime() - now.getTime()) / 1000;
const failed = { isSuccess: false } as const;
const fraction = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** The delay after an attempt in seconds; null after the last one. */
function waitAfter(attempt: number, random = 0.5, result: Parameters<typeof outcomeOf>[0] = failed): number | null {
  const outcome = outcomeOf(result, attempt, now, random);
  return outcome.event === 'retry' ? secondsUntil(outcome.nextAttemptAt) : null;
}

describe('statuses', () => {
  test('allow only the listed transitions', () => {
    const events: readonly DeliveryEvent[] = ['deliver', 'give_up', 'send_again'];
    const transitions = deliveryStatuses.map((from) => [
      from,
      events.map((event) => deliveryTransitions[from][event] ?? null),
    ]);
    expect(transitions).toEqual([
      ['pending', ['success', 'failed', 'pending']],
      ['success', ['success', null, 'pending']],
      ['failed', ['success', null, 'pending']],
    ] satisfies [DeliveryStatus, (DeliveryStatus | null)[]][]);
  });

  test('cannot be given up after a delivery', () => {
    expect(() => nextDeliveryStatus('success', 'give_up')).toThrow('A delivery that is success cannot give up');
  });
});

describe('what follows an attempt', () => {
  test('retries after 30 s, 2 min, 10 min, 1 h, 6 h and 24 h', () => {
    const waits = [30, 120, 600, 3600, 21_600, 86_400, null];
    expect(Array.from({ length: 7 }, (_, index) => waitAfter(index + 1))).toEqual(waits);
  });

  test('succeeds at any attempt', () => {
    expect(outcomeOf({ isSuccess: true }, 7, now, 0.5)).toEqual({ event: 'deliver' });
  });

  test('gives up on 410', () => {
    expect(outcomeOf({ ...failed, status: 410 }, 1, now, 0.5)).toEqual({ event: 'give_up' });
  });

  test('varies delays by at most a tenth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fraction(), (attempt, random) => {
        const [usual, moved] = [waitAfter(attempt) ?? 0, waitAfter(attempt, random) ?? 0];
        expect(Math.abs(moved - usual)).toBeLessThanOrEqual(usual / 10 + 0.001);
      }),
    );
    expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([27, 33]);
  });

  test.each([
    ['60', 60],
    [' 60 ', 60],
    ['0', 30],
    ['29', 30],
    ['86400', 86_400],
    ['86401', 86_400],
    ['999999999999999999999', 86_400],
    ['Sat, 21 Nov 2026 09:35:00 GMT', 300],
    ['Sat, 21 Nov 2020 09:35:00 GMT', 30],
    ['Sat, 21 Nov 2099 09:35:00 GMT', 86_400],
    ['soon', 30],
    ['-5', 30],
    ['', 30],
  ])('reads Retry-After %s', (retryAfter, seconds) => {
    expect(waitAfter(1, 0.5, { ...failed, status: 429, retryAfter })).toBe(seconds);
  });

  test('makes no further attempt because of Retry-After', () => {
    expect(waitAfter(7, 0.5, { ...failed, status: 503, retryAfter: '60' })).toBeNull();
  });

  test('retries within 1.1 days regardless of Retry-After', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readRetryAfterMs(text, now);
        expect(ms >= 0 && ms <= 86_400_000).toBe(true);
      }),
    );
  });
});

test('pauses a webhook after three days', () => {
  const since = (ms: number) => new Date(now.getTime() - ms);
  expect([isToPause(since(3 * 86_400_000 - 1), now), isToPause(since(3 * 86_400_000), now)]).toEqual([false, true]);
});

describe('chaos', () => {
  const shares = { duplicate: 10, delay: 20, reorder: 30, drop: 40 };

  test('applies each kind to its share', () => {
    const kinds = Array.from({ length: 100 }, (_, percent) => chaosOf(shares, percent / 100, 0)?.kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect(['duplicate', 'delay', 'reorder', 'drop'].map(count)).toEqual([10, 20, 30, 40]);
  });

  test('leaves the rest unchanged, and everything without chaos', () => {
    const half = { ...shares, reorder: 0, drop: 20 };
    expect(chaosOf(half, 0.499, 0)?.kind).toBe('drop');
    expect(chaosOf(half, 0.5, 0)).toBeNull();
    expect(chaosOf(null, 0, 0)).toBeNull();
  });

  test('delays for seconds', () => {
    const delayOf = (choice: number, length: number) => chaosOf(shares, choice, length)?.delayMs;
    expect([delayOf(0, 1), delayOf(0.1, 0), delayOf(0.1, 1), delayOf(0.3, 0), delayOf(0.3, 1)]).toEqual([
      0, 5000, 60_000, 2000, 10_000,
    ]);
  });
});
