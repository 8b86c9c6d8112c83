import type { RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TakeFromStore, TokenBucket } from './token-bucket.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const passes = (bucket: TokenBucket, name = 'key', points = 1) => {
  const say =
    (passed: boolean) =>
    ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({ passed, remainingPoints, msBeforeNext });
  return bucket.consume(name, points).then(say(true), say(false));
};

async function passedOf(bucket: TokenBucket, calls: number): Promise<number> {
  let passed = 0;
  for (let call = 0; call < calls; call += 1) if ((await passes(bucket)).passed) passed += 1;
  return passed;
}

test('allows the burst once, then exactly the steady rate', async () => {
  const bucket = new TokenBucket({ perSecond: 100, burst: 200 });
  expect(await passedOf(bucket, 300)).toBe(200);
  const inEachSecond: number[] = [];
  for (let second = 0; second < 5; second += 1) {
    let passed = 0;
    for (let step = 0; step < 500; step += 1) {
      later(2);
      passed += await passedOf(bucket, 1);
    }
    inEachSecond.push(passed);
  }
  expect(inEachSecond).toEqual([100, 100, 100, 100, 100]);
});

test('allows exactly the remaining points it reported', async () => {
  const bucket = new TokenBucket({ perSecond: 100, burst: 200 });
  await passedOf(bucket, 150);
  later(25);
  const { remainingPoints } = await passes(bucket);
  expect(remainingPoints).toBe(51);
  expect(await passedOf(bucket, 100)).toBe(51);
  const refused = await passes(bucket);
  expect(refused).toMatchObject({ passed: false, remainingPoints: 0 });
  later(refused.msBeforeNext);
  expect(await passedOf(bucket, 2)).toBe(1);
});

test('is full again after burst / rate seconds', async () => {
  const bucket = new TokenBucket({ perSecond: 100, burst: 200 });
  await passedOf(bucket, 200);
  later(2000);
  expect(await passedOf(bucket, 300)).toBe(200);
});

test('takes several points for one call, at most a full bucket', async () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 });
  expect((await passes(bucket, 'key', 16)).remainingPoints).toBe(4);
  expect(await passes(bucket, 'key', 16)).toMatchObject({ passed: false, remainingPoints: 4, msBeforeNext: 1200 });
  expect(await passes(bucket, 'other', 1000)).toMatchObject({ passed: true, remainingPoints: 0 });
});

test('does not refuse calls for hours after the clock was set back', async () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 });
  await passedOf(bucket, 20);
  later(-3_600_000);
  expect((await passes(bucket)).passed).toBe(true);
});

test('refuses a flood without asking the store', async () => {
  let fullAt = 0;
  const takeFromStore = vi.fn<TakeFromStore>(async (_, { now, cost, capacity }) => {
    const after = Math.max(fullAt, now) + cost;
    if (after > now + capacity) return { isAllowed: false, fullAt };
    fullAt = after;
    return { isAllowed: true, fullAt };
  });
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, takeFromStore);
  expect(await passedOf(bucket, 500)).toBe(20);
  expect(takeFromStore).toHaveBeenCalledTimes(20);
});

test('counts in memory while the store does not answer, concurrent calls included', async () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, async () => undefined);
  const standings = await Promise.all(Array.from({ length: 50 }, () => passes(bucket)));
  expect(standings.filter(({ passed }) => passed)).toHaveLength(20);
});
