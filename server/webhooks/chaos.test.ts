/** Each kind of chaos mode, applied to all deliveries. */
import { expect, test } from 'vitest';
import { newQuietStore, secondsAfter, start, typesOf } from '#server/testing/webhooks/quiet-store.ts';
import { newReceiver } from '#server/testing/webhooks/receiver.ts';
import type { ChaosShares } from './rules/webhook.ts';

const none: ChaosShares = { duplicate: 0, delay: 0, reorder: 0, drop: 0 };

/** A webhook with one kind of chaos for all deliveries, and two events of one order. */
async function withChaos(kind: keyof ChaosShares) {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  const { id: webhookId } = await store.addWebhook(receiver.url);
  await store.changeWebhook(webhookId, { chaos: { ...none, [kind]: 100 } });
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  return { ...store, id, webhookId, receiver };
}

test('duplicate sends twice with one ID and two recorded attempts', async () => {
  const store = await withChaos('duplicate');
  await store.deliver();
  expect(typesOf(store.receiver.requests, store.id)).toEqual([
    'subscription.canceling',
    'subscription.canceling',
    'subscription.uncanceled',
    'subscription.uncanceled',
  ]);
  expect(new Set(store.receiver.requests.map(({ body }) => body.id)).size).toBe(2);
  expect((await store.deliveries()).map((one) => [one.status, one.attempts, one.chaos])).toEqual([
    ['success', 2, 'duplicate'],
    ['success', 2, 'duplicate'],
  ]);
  expect((await store.attempts()).map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2]);
});

test('delay sends half a minute late, in order', async () => {
  const store = await withChaos('delay');
  expect((await store.deliveries()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([
    secondsAfter(32.5),
    secondsAfter(32.5),
  ]);
  await store.deliver(secondsAfter(32));
  expect(store.receiver.requests).toEqual([]);
  await store.deliver(secondsAfter(33));
  expect(typesOf(store.receiver.requests, store.id)).toEqual(['subscription.canceling', 'subscription.uncanceled']);
});

test('reorder lets later events of the same object pass', async () => {
  const store = await withChaos('reorder');
  await store.changeWebhook(store.webhookId, { chaos: null });
  await store.recordEvents(store.id, ['subscription.canceled']);
  await store.relay();
  await store.deliver(start);
  expect(typesOf(store.receiver.requests, store.id)).toEqual(['subscription.canceled']);
  await store.deliver(secondsAfter(6));
  expect(typesOf(store.receiver.requests, store.id)).toHaveLength(3);
  expect((await store.deliveries()).map(({ chaos, isOrdered }) => [chaos, isOrdered])).toEqual([
    ['reorder', false],
    ['reorder', false],
    [null, true],
  ]);
});

test('drop sends nothing and states the reason', async () => {
  const store = await withChaos('drop');
  await store.deliver(secondsAfter(3600));
  expect(store.receiver.requests).toEqual([]);
  expect((await store.deliveries()).map((one) => [one.status, one.attempts, one.lastError])).toEqual([
    ['failed', 0, 'Dropped by chaos mode'],
    ['failed', 0, 'Dropped by chaos mode'],
  ]);
});

test('applies no chaos in prod', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  const { id } = await store.addWebhook(receiver.url, { testMode: false });
  await store.changeWebhook(id, { chaos: { ...none, drop: 100 } });
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling'], start, 'prod');
  await store.relay();
  await store.deliver();
  expect(receiver.requests.map(({ body }) => body.mode)).toEqual(['prod']);
});
