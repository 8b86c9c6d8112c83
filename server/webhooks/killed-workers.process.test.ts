/** Killed worker processes with requests in flight: everything is delivered in order. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { webhookDeliveries } from '#db/schema/index.ts';
import { newQuietStore, typesOf } from '#server/testing/webhooks/quiet-store.ts';
import { newReceiver } from '#server/testing/webhooks/receiver.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';

// Starts and stops processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

afterAll(killWorkerProcesses);

/** A time that the worker's own clock does not reach, so that it renews nothing. */
const farAhead = new Date('2099-11-21T09:30:00.000Z');
const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;
const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 20 });

test('delivers everything in order despite three kills and an unreliable receiver', async () => {
  const store = await newQuietStore(25, farAhead);
  const receiver = await newReceiver((response, _, count) => {
    setTimeout(() => response.writeHead(count % 9 === 4 ? 500 : 200).end(), 25);
  });
  await store.addWebhook(receiver.url);
  for (const type of types) for (const id of store.orderIds) await store.recordEvents(id, [type]);
  for (const requestCount of [5, 25, 50]) {
    const worker = await startWorkerProcess(store.url);
    await poll(() => receiver.requests.length).toBeGreaterThanOrEqual(requestCount);
    await endWorkerProcess(worker, 'SIGKILL');
    // Skips a minute, and the delays between retries.
    await store.db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: new Date() })
      .where(eq(webhookDeliveries.status, 'pending'));
  }
  const worker = await startWorkerProcess(store.url);
  const pending = async () => {
    await store.sql`update webhook_deliveries set next_attempt_at = now() where attempts > 0 and status = 'pending'`;
    return await store.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'success'));
  };
  await poll(pending).toBe(75);
  expect(await endWorkerProcess(worker, 'SIGTERM')).toBe(0);
  const bodies = receiver.requests.map(({ body }) => body);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(75);
  expect(new Set(bodies.map(({ eventType, eventId }) => `${eventType} ${eventId}`)).size).toBe(75);
  for (const id of store.orderIds) {
    // Repeated after failures, but never before an earlier event.
    const delivered = typesOf(receiver.requests, id);
    expect(delivered.filter((type, index) => type !== delivered[index - 1])).toEqual(types);
  }
});
