/** Two worker processes that are killed while events are recorded: the feed is complete and in order. */
import { asc } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { feedEvents } from '#db/schema/index.ts';
import { newQuietStore } from '#server/testing/webhooks/quiet-store.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';
import { feedStart, problemOf } from './rules/feed-chain.ts';

// Starts and stops processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

afterAll(killWorkerProcesses);

/** A time that the worker's own clock does not reach, so that it renews nothing. */
const farAhead = new Date('2099-11-21T09:30:00.000Z');
const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;

test('has every event once, each order in its order, despite two kill -9', async () => {
  const store = await newQuietStore(100, farAhead);
  let workers = await Promise.all([startWorkerProcess(store.url), startWorkerProcess(store.url)]);
  const feed = () => store.db.select().from(feedEvents).orderBy(asc(feedEvents.sequence));
  const count = () => store.db.$count(feedEvents);
  for (const [round, type] of types.entries()) {
    const recording = Promise.all(store.orderIds.map((id) => store.recordEvents(id, [type])));
    if (round < 2) {
      await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(round * 100);
      const [victim, survivor] = workers;
      if (!victim || !survivor) throw new Error('a worker is missing');
      await endWorkerProcess(victim, 'SIGKILL');
      workers = [survivor, await startWorkerProcess(store.url)];
    }
    await recording;
  }
  await expect.poll(count, { timeout: 60_000 }).toBe(300);
  let previous = feedStart;
  const events = await feed();
  for (const event of events) {
    expect(problemOf(previous, event)).toBeUndefined();
    previous = event;
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(300);
  for (const own of Map.groupBy(events, ({ body }) => JSON.parse(body).data.orderId).values()) {
    expect(own.map(({ eventType }) => eventType)).toEqual(types);
  }
  for (const worker of workers) expect(await endWorkerProcess(worker, 'SIGTERM')).toBe(0);
});
