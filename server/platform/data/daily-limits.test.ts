import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/testing/api.ts';
import { countDaily } from './daily-limits.ts';

const limits = [
  { max: 3, name: 'three a day' },
  { max: 1, seconds: 60, name: 'one a minute' },
];
const start = Date.UTC(2027, 0, 1);

/** Counts at seconds after the start, one after the other. */
async function countAt(times: readonly number[]): Promise<string[]> {
  const name = randomUUID();
  const answers: string[] = [];
  for (const seconds of times) {
    const now = new Date(start + seconds * 1000);
    const reached = await db.transaction((tx) => countDaily(tx, name, limits, now));
    answers.push(reached ? `${reached.limit.name}: ${reached.waitSeconds} s` : 'counted');
  }
  return answers;
}

test('allows one more when the oldest counted call is a day old; refused calls do not count', async () => {
  expect(await countAt([0, 3600, 7200, 7230, 86_399, 86_400, 86_430, 90_000])).toEqual([
    'counted',
    'counted',
    'counted',
    'three a day: 79170 s',
    'three a day: 1 s',
    'counted',
    'three a day: 3570 s',
    'counted',
  ]);
});

test('refuses a second within the interval', async () => {
  expect(await countAt([0, 20, 59.5, 60])).toEqual(['counted', 'one a minute: 40 s', 'one a minute: 1 s', 'counted']);
});

test('counts concurrent calls one after the other, and none that fails', async () => {
  const name = randomUUID();
  const now = new Date(start);
  const failed = db.transaction(async (tx) => {
    await countDaily(tx, name, limits, now);
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  const counted = Array.from({ length: 5 }, () => db.transaction((tx) => countDaily(tx, name, [{ max: 3 }], now)));
  const reached = await Promise.all(counted);
  expect(reached.filter((limit) => limit === undefined)).toHaveLength(3);
});
