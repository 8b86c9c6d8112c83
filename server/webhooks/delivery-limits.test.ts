/** Concurrent deliveries: the limit of a webhook follows its receiver's answers, without affecting others or the order. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Store } from '#server/stores/stores.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { newQuietStore, start } from '#server/testing/webhooks/quiet-store.ts';
import type { DeliverOptions } from './deliver.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import { insertWebhook, type Webhook } from './webhooks.ts';

/** A request without an answer. */
interface HeldRequest {
  readonly host: string;
  readonly id: string;
  readonly answer: (status: number) => void;
}

/** Receivers that answer when the test says so. `run` starts the due deliveries; then `held` has all requests in flight. */
async function newHeldReceivers() {
  const store = await newQuietStore(1);
  const held: HeldRequest[] = [];
  const options: Partial<DeliverOptions> = {
    messageFor: async ({ id }, { url }) => ({ url, headers: {}, body: id }),
    send: ({ url, body }) =>
      new Promise((resolve) => {
        const { host } = new URL(url);
        held.push({ host, id: body, answer: (status) => resolve({ status, headers: {}, body: '' }) });
      }),
  };
  const deliverer = store.deliverer(start, options);
  return {
    store,
    held,
    async addWebhook(host: string, of: Pick<Store, 'id' | 'merchantId'> = store.store): Promise<Webhook> {
      const fields = { channel: 'http', events: webhookEvents, testMode: true, secret: null } as const;
      return await insertWebhook(store.db, of, { ...fields, url: `https://${host}` }, start);
    },
    /** Queues deliveries of different objects, or of the given ones. */
    async queue({ id: webhookId, merchantId, storeId }: Webhook, count: number, fields: object = {}): Promise<void> {
      const due = { webhookId, merchantId, storeId, attempts: 0, status: 'pending', nextAttemptAt: start } as const;
      await Promise.all(Array.from({ length: count }, () => insertDelivery(store.db, { ...due, ...fields })));
    },
    async run(): Promise<void> {
      await deliverer.run();
      // All requests of the last claim are sent.
      await setImmediate();
    },
    /** Answers all requests in flight and records the answers. */
    async answerAll(status: number): Promise<void> {
      for (const one of held.splice(0)) one.answer(status);
      await deliverer.finish();
    },
  };
}

type HeldReceivers = Awaited<ReturnType<typeof newHeldReceivers>>;

/** Answers quickly until 64 requests are in flight. Returns the numbers of requests per round. */
async function warmUp({ run, held, answerAll }: HeldReceivers): Promise<number[]> {
  const rounds: number[] = [];
  for (;;) {
    await run();
    rounds.push(held.length);
    if (held.length === 0 || held.length >= 64) return rounds;
    await answerAll(200);
  }
}

test('sends a quick receiver more requests from round to round, up to 64 at once', async () => {
  const receivers = await newHeldReceivers();
  await receivers.queue(await receivers.addWebhook('quick.example.com'), 400);
  const rounds = await warmUp(receivers);
  expect(rounds[0]).toBe(2);
  expect(rounds).toEqual(rounds.toSorted((one, other) => one - other));
  expect(rounds.at(-1)).toBe(64);
  await receivers.answerAll(200);
  await receivers.run();
  expect(receivers.held).toHaveLength(64);
});

test('sends one request at a time after a quick receiver has begun to fail', async () => {
  const receivers = await newHeldReceivers();
  await receivers.queue(await receivers.addWebhook('quick.example.com'), 400);
  await warmUp(receivers);
  await receivers.answerAll(500);
  await receivers.run();
  expect(receivers.held).toHaveLength(1);
  await receivers.answerAll(200);
  await receivers.run();
  expect(receivers.held).toHaveLength(2);
});

test('sends other webhooks’ deliveries at once while 64 requests to one are unanswered', async () => {
  const receivers = await newHeldReceivers();
  const { store } = receivers;
  const quick = await receivers.addWebhook('quick.example.com');
  await receivers.queue(quick, 400);
  await warmUp(receivers);
  const sibling = await receivers.addWebhook('sibling.example.com');
  const other = await receivers.addWebhook('other.example.com', await makeSubscriptions(store.db, 1, start));
  await receivers.queue(sibling, 1);
  await receivers.queue(other, 1);
  await receivers.run();
  const hosts = receivers.held.slice(64).map(({ host }) => host);
  expect(hosts.toSorted()).toEqual(['other.example.com', 'sibling.example.com']);
});

test('leaves a quarter of the slots free of one merchant’s unanswered requests', async () => {
  const receivers = await newHeldReceivers();
  const { store } = receivers;
  for (let index = 0; index < 120; index += 1) {
    await receivers.queue(await receivers.addWebhook('slow.example.com'), 2);
  }
  await receivers.run();
  expect(receivers.held).toHaveLength(192);
  const other = await receivers.addWebhook('other.example.com', await makeSubscriptions(store.db, 1, start));
  await receivers.queue(other, 2);
  await receivers.run();
  expect(receivers.held.slice(192).map(({ host }) => host)).toEqual(['other.example.com', 'other.example.com']);
});

test('keeps the order of each object at 64 concurrent requests', async () => {
  const receivers = await newHeldReceivers();
  const { store, held } = receivers;
  const webhook = await receivers.addWebhook('quick.example.com');
  await receivers.queue(webhook, 300);
  await warmUp(receivers);
  await receivers.answerAll(200);
  const earlier = new Set((await store.deliveries()).map(({ id }) => id));
  const [objects, sequences] = [64, 3];
  const objectIds = Array.from({ length: objects }, () => crypto.randomUUID());
  for (let sequence = 1; sequence <= sequences; sequence += 1) {
    for (const objectId of objectIds) await receivers.queue(webhook, 1, { objectId, sequence });
  }
  const deliveryOf = new Map((await store.deliveries()).map((delivery) => [delivery.id, delivery]));
  const sent = new Map<string, number[]>();
  let maxInFlight = 0;
  for (await receivers.run(); held.length > 0; await receivers.run()) {
    const ordered = held.filter(({ id }) => !earlier.has(id)).map(({ id }) => deliveryOf.get(id));
    expect(new Set(ordered.map((delivery) => delivery?.objectId)).size).toBe(ordered.length);
    for (const delivery of ordered) {
      sent.set(delivery?.objectId ?? '', [...(sent.get(delivery?.objectId ?? '') ?? []), delivery?.sequence ?? 0]);
    }
    maxInFlight = Math.max(maxInFlight, ordered.length);
    await receivers.answerAll(200);
  }
  expect(maxInFlight).toBe(64);
  expect([...sent.values()]).toEqual(Array.from({ length: objects }, () => [1, 2, 3]));
});
