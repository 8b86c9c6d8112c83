/** What an idle worker asks of the database. */
import { expect, onTestFinished, test } from 'vitest';
import { openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';

/** Most jobs run once a minute. */
const minuteMs = 60_000;

test('sends at most two statements a second in some minute without work', { timeout: 240_000 }, async () => {
  const database = await newDatabase();
  const sentAt: number[] = [];
  const proxy = await openDatabaseProxy(database.url, { onStatement: () => sentAt.push(performance.now()) });
  onTestFinished(async () => {
    killWorkerProcesses();
    await proxy.close();
    await database.close();
  });
  const worker = await startWorkerProcess(proxy.url);
  const startedAt = performance.now();
  const inLastMinute = () => {
    const now = performance.now();
    // The start and the hourly jobs send more for a moment, so that minute is not the one.
    if (now - startedAt < minuteMs) return Number.POSITIVE_INFINITY;
    return sentAt.filter((at) => at > now - minuteMs).length;
  };
  await expect.poll(inLastMinute, { timeout: 200_000, interval: 1000 }).toBeLessThanOrEqual(120);
  // It does search and run its jobs.
  expect(inLastMinute()).toBeGreaterThan(40);
  expect(await endWorkerProcess(worker, 'SIGTERM')).toBe(0);
});
