/** Deliveries to all kinds of receivers, by healthy and crashing workers. */
import { spawn } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookDeliveries, webhookKeys } from '#db/schema/index.ts';
import { sendWebhook } from '#server/providers/webhooks/send.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { newQuietStore, type QuietStore, secondsAfter, start, typesOf } from '#server/testing/webhooks/quiet-store.ts';
import { accept, newReceiver, type ReceivedRequest } from '#server/testing/webhooks/receiver.ts';
import { attempt } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries } from './data/webhook-delivery-claims.ts';
import type { DeliverOptions } from './deliver.ts';
import { newDeliveryConcurrency } from './delivery-concurrency.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { recordAttempts } from './record-attempts.ts';
import { maxWebhooksPerStore } from './rules/webhook.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import { insertWebhook, type Webhook } from './webhooks.ts';

/** Delivers everything at its due time until nothing is pending. Returns those times in seconds. */
async function deliverAll(store: QuietStore): Promise<number[]> {
  const moments: number[] = [];
  for (;;) {
    const waiting = (await store.deliveries()).filter(({ status }) => status === 'pending');
    if (waiting.length === 0) return moments;
    const next = Math.min(...waiting.map(({ nextAttemptAt }) => nextAttemptAt.getTime()));
    const now = new Date(Math.max(next, start.getTime()));
    moments.push((now.getTime() - start.getTime()) / 1000);
    await store.deliver(now, { send: store.sendQuickly });
  }
}

const idsOf = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => body.id);

test('delivers events once, signed and in order', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const [first = '', second = ''] = store.orderIds;
  await store.recordEvents(first, ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceling']);
  await store.recordEvents(second, ['subscription.canceling']);
  await store.relay();
  await store.deliver();
  expect(typesOf(receiver.requests, first)).toEqual([
    'subscription.canceling',
    'subscription.uncanceled',
    'subscription.canceling',
  ]);
  expect(typesOf(receiver.requests, second)).toEqual(['subscription.canceling']);
  const deliveries = await store.deliveries();
  expect(deliveries.map(({ status, attempts, deliveredAt }) => [status, attempts, deliveredAt])).toEqual(
    Array.from({ length: 4 }, () => ['success', 1, start]),
  );
  const keys = await store.db.select().from(webhookKeys);
  for (const { headers, text, body } of receiver.requests) {
    const [, at, value = ''] = /^t=(\d+),v1=(.+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
    const key = keys.find(({ id }) => id === headers['x-webhook-key-id']);
    expect(key?.environment).toBe(body.mode);
    const publicKey = createPublicKey(key?.publicKey ?? '');
    expect(verify('RSA-SHA256', Buffer.from(`${at}.${text}`), publicKey, Buffer.from(value, 'base64'))).toBe(true);
  }
  const attempts = await store.attempts();
  expect(attempts.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(idsOf(receiver.requests).toSorted());
  // The delivery's body is not stored again with the attempt.
  expect(attempts.map(({ requestBody }) => requestBody)).toEqual([null, null, null, null]);
  expect(attempts[0]).toMatchObject({
    attempt: 1,
    isSuccess: true,
    responseStatus: 204,
    error: null,
    startedAt: start,
  });
  await store.deliver();
  expect(receiver.requests).toHaveLength(4);
});

type Answer = (response: ServerResponse) => void;

/** A receiver's misbehavior, its recorded error, and the delay of the next attempt. */
const misbehaviors: readonly [string, Answer, { status: number | null; error: string; seconds: number }][] = [
  ['never answers', () => {}, { status: null, error: 'No response within 0.3 seconds', seconds: 30 }],
  [
    'answers too slowly',
    (response) => void setTimeout(() => response.writeHead(200).end(), 600),
    { status: null, error: 'No response within 0.3 seconds', seconds: 30 },
  ],
  [
    'answers 500',
    (response) => void response.writeHead(500).end('\0 oh no'),
    { status: 500, error: 'Responded with 500', seconds: 30 },
  ],
  [
    'answers 429 with Retry-After in seconds',
    (response) => void response.writeHead(429, { 'Retry-After': '90' }).end(),
    { status: 429, error: 'Responded with 429', seconds: 90 },
  ],
  [
    'answers 503 with Retry-After as a date',
    (response) => void response.writeHead(503, { 'Retry-After': secondsAfter(45).toUTCString() }).end(),
    { status: 503, error: 'Responded with 503', seconds: 45 },
  ],
  [
    'asks for a retry in a year',
    (response) => void response.writeHead(503, { 'Retry-After': String(365 * 86_400) }).end(),
    { status: 503, error: 'Responded with 503', seconds: 86_400 },
  ],
  [
    'asks for an immediate retry',
    (response) => void response.writeHead(503, { 'Retry-After': '0' }).end(),
    { status: 503, error: 'Responded with 503', seconds: 30 },
  ],
  [
    'redirects',
    (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
    { status: 302, error: 'Responded with 302; redirects are not followed', seconds: 30 },
  ],
  [
    'answers garbage',
    (response) => void response.socket?.end('garbage\r\n\r\n'),
    { status: null, error: 'The response is not valid HTTP', seconds: 30 },
  ],
  [
    'closes the connection',
    (response) => void response.socket?.destroy(),
    { status: null, error: 'The connection was closed before a response arrived', seconds: 30 },
  ],
  [
    'answers 500 with an endless body',
    (response) => {
      response.writeHead(500);
      const more = () => response.write('x'.repeat(100_000)) && setImmediate(more);
      more();
    },
    { status: 500, error: 'Responded with 500', seconds: 30 },
  ],
];

test('retries receivers that misbehave, with the same ID, in order, and without delaying others', async () => {
  const store = await newQuietStore(2);
  const [first = '', second = ''] = store.orderIds;
  const receivers = await Promise.all(
    misbehaviors.map(async ([name, answer, expected]) => {
      const receiver = await newReceiver((response, one, count) =>
        count === 0 ? answer(response) : accept(response, one, count),
      );
      return { name, receiver, expected, webhook: await store.addWebhook(receiver.url) };
    }),
  );
  const timeoutUrls = receivers
    .filter(({ expected }) => expected.error.startsWith('No response'))
    .map(({ receiver }) => receiver.url);
  const send: DeliverOptions['send'] = (request, terms) =>
    timeoutUrls.includes(request.url)
      ? store.sendQuickly(request, terms)
      : sendWebhook(request, { privateAddresses: true, timeoutMs: terms.timeoutMs });
  // Later attempts succeed, however busy the machine is.
  const deliver = (seconds: number) => store.deliver(secondsAfter(seconds), seconds === 0 ? { send } : {});
  const typesAt = (orderId: string) =>
    receivers.map(({ name, receiver }) => [name, typesOf(receiver.requests, orderId)]);
  const same = (types: readonly string[]) => misbehaviors.map(([name]) => [name, types]);
  await store.recordEvents(first, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  await deliver(0);
  const deliveries = await store.deliveries();
  const attempts = await store.attempts();
  for (const { name, webhook, expected } of receivers) {
    const [retriedDelivery, behind] = deliveries.filter(({ webhookId }) => webhookId === webhook.id);
    const { status, error, seconds } = expected;
    const nextAttemptAt = secondsAfter(seconds);
    const retried = { status: 'pending', attempts: 1, lastStatus: status, lastError: error, nextAttemptAt };
    expect(retriedDelivery, name).toMatchObject(retried);
    expect(behind, name).toMatchObject({ status: 'pending', attempts: 0 });
    const own = attempts.filter(({ deliveryId }) => deliveryId === retriedDelivery?.id);
    expect(own, name).toMatchObject([{ isSuccess: false, error, responseStatus: status }]);
  }
  // Deliveries of other objects do not wait.
  await store.recordEvents(second, ['subscription.canceling']);
  await store.relay();
  await deliver(1);
  expect(typesAt(second)).toEqual(same(['subscription.canceling']));
  expect(typesAt(first)).toEqual(same(['subscription.canceling']));
  for (const seconds of new Set(misbehaviors.map(([, , expected]) => expected.seconds).toSorted((a, b) => a - b))) {
    const due = receivers.filter(({ expected }) => expected.seconds === seconds);
    const countDue = () => due.map(({ name, receiver }) => [name, typesOf(receiver.requests, first).length]);
    await deliver(seconds - 1);
    expect(countDue()).toEqual(due.map(({ name }) => [name, 1]));
    await deliver(seconds);
    expect(countDue()).toEqual(due.map(({ name }) => [name, 3]));
  }
  expect(typesAt(first)).toEqual(same(['subscription.canceling', 'subscription.canceling', 'subscription.uncanceled']));
  for (const { name, receiver, webhook } of receivers) {
    const [retriedDelivery, behind] = deliveries
      .filter(({ webhookId }) => webhookId === webhook.id)
      .map(({ id }) => id);
    expect(
      idsOf(receiver.requests).filter((id) => id === retriedDelivery || id === behind),
      name,
    ).toEqual([retriedDelivery, retriedDelivery, behind]);
    expect(receiver.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  }
  expect(new Set((await store.deliveries()).map(({ status }) => status))).toEqual(new Set(['success']));
});

test('accepts a 2xx answer regardless of the size of its body', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response) => void response.writeHead(201).end('x'.repeat(5_000_000)));
  await store.addWebhook(receiver.url);
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.deliver();
  const [attempt] = await store.attempts();
  expect(attempt?.isSuccess).toBe(true);
  expect(attempt?.responseBody).toHaveLength(16 * 1024);
});

test('fails after seven attempts with growing delays, then delivers the object’s next event', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response, { body }) =>
    response.writeHead(body.eventType === 'subscription.canceling' ? 500 : 200).end(),
  );
  await store.addWebhook(receiver.url);
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  const moments = await deliverAll(store);
  expect(moments).toEqual([0, 30, 150, 750, 4350, 25_950, 112_350]);
  expect((await store.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['failed', 7],
    ['success', 1],
  ]);
  expect(typesOf(receiver.requests, id)).toEqual([
    ...Array.from({ length: 7 }, () => 'subscription.canceling'),
    'subscription.uncanceled',
  ]);
  expect(new Set(idsOf(receiver.requests)).size).toBe(2);
  const numbers = (await store.attempts()).filter(({ isSuccess }) => !isSuccess).map(({ attempt }) => attempt);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('fails immediately on 410, then delivers the object’s next event', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response, _, count) => response.writeHead(count === 0 ? 410 : 200).end());
  await store.addWebhook(receiver.url);
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  await store.deliver();
  expect((await store.deliveries()).map(({ status, lastStatus }) => [status, lastStatus])).toEqual([
    ['failed', 410],
    ['success', 200],
  ]);
});

test('orders deliveries per webhook, so that a failing one does not block another', async () => {
  const store = await newQuietStore(1);
  const [bad, good] = [await newReceiver((response) => response.writeHead(500).end()), await newReceiver()];
  for (const { url } of [bad, good]) await store.addWebhook(url);
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  await store.deliver();
  expect(typesOf(bad.requests, id)).toEqual(['subscription.canceling']);
  expect(typesOf(good.requests, id)).toEqual(['subscription.canceling', 'subscription.uncanceled']);
  expect(new Set(idsOf([...bad.requests, ...good.requests])).size).toBe(3);
});

test('queues a whole batch of events for the maximum number of webhooks', async () => {
  const store = await newQuietStore(200);
  for (let index = 0; index < maxWebhooksPerStore; index += 1) await store.addWebhook('https://example.com');
  for (const id of store.orderIds) await store.recordEvents(id, ['subscription.canceling']);
  const batches: number[] = [];
  const consumer = queueDeliveries();
  await store.relay(start, [
    {
      name: 'counted',
      handle: async (tx, events, now) => {
        batches.push(events.length);
        await consumer.handle(tx, events, now);
      },
    },
  ]);
  expect(batches).toEqual([200]);
  expect(await store.db.$count(webhookDeliveries)).toBe(200 * maxWebhooksPerStore);
});

test('limits slow receivers to one request, without blocking others', async () => {
  const store = await newQuietStore(40);
  const held: ServerResponse[] = [];
  const slow = await newReceiver((response) => void held.push(response));
  const quick = await newReceiver();
  for (const { url } of [slow, slow, slow, quick]) await store.addWebhook(url);
  for (const id of store.orderIds) await store.recordEvents(id, ['subscription.canceling']);
  await store.relay();
  // The slow receivers come first. One slot is left for the quick one, and two for other merchants.
  let notify = () => {};
  const deliverer = store.deliverer(start, { max: 9, maxPerWebhook: 8 }, () => notify());
  let run = Promise.resolve(0);
  notify = () => {
    run = run.then(() => deliverer.run());
  };
  notify();
  await expect.poll(() => quick.requests.length).toBe(40);
  // Two requests each, because their speed was unknown.
  expect(slow.requests).toHaveLength(6);
  for (const response of held.splice(0)) response.writeHead(500).end();
  await expect.poll(() => slow.requests.length).toBe(9);
  await run;
  expect(slow.requests).toHaveLength(9);
  for (const response of held) response.writeHead(200).end();
  slow.answer = accept;
  await expect.poll(() => slow.requests.length).toBe(120);
  // Requests that end meanwhile start another round.
  for (let last: typeof run | undefined; last !== run; ) {
    last = run;
    await last;
    await deliverer.finish();
  }
  expect((await store.deliveries()).filter(({ status }) => status === 'pending')).toHaveLength(6);
});

test('limits one merchant’s slow receivers to a quarter of the slots while others wait', async () => {
  const store = await newQuietStore(1);
  const other = await makeSubscriptions(store.db, 3, secondsAfter(0));
  const [slow, others]: [Webhook[], Webhook[]] = [[], []];
  for (let index = 0; index < 20; index += 1) slow.push(await store.addWebhook('https://slow.example.com'));
  const fields = { channel: 'http', events: webhookEvents, testMode: true, secret: null } as const;
  for (let index = 0; index < 3; index += 1) {
    others.push(await insertWebhook(store.db, other, { ...fields, url: 'https://quick.example.com' }, start));
  }
  const queue = async (webhooks: readonly Webhook[]) => {
    for (const { id: webhookId, merchantId, storeId } of [...webhooks, ...webhooks]) {
      const due = { attempts: 0, status: 'pending', nextAttemptAt: start } as const;
      await insertDelivery(store.db, { webhookId, merchantId, storeId, ...due });
    }
  };
  await queue(slow);
  await queue(others);
  const inFlight: string[] = [];
  const answers: (() => void)[] = [];
  const deliverer = store.deliverer(start, {
    max: 16,
    messageFor: async (_, { url }) => ({ url, headers: {}, body: '' }),
    send: async ({ url }) => {
      inFlight.push(new URL(url).host);
      if (url.includes('quick')) return { status: 200, headers: {}, body: '' };
      return await new Promise((resolve) => answers.push(() => resolve({ status: 500, headers: {}, body: '' })));
    },
  });
  const quickOnes = () => inFlight.filter((host) => host.startsWith('quick'));
  const runAndCount = async (readRequests: () => readonly unknown[]) => {
    await deliverer.run();
    return readRequests().length;
  };
  await deliverer.run();
  // The second merchant's quick requests are sent early, despite forty queued before them.
  expect(inFlight.slice(0, 8).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'quick.example.com'),
    ...Array.from({ length: 4 }, () => 'slow.example.com'),
  ]);
  await expect.poll(() => runAndCount(quickOnes)).toBe(6);
  // No one else waits, so the first merchant takes the rest, except for the last quarter.
  await expect.poll(() => runAndCount(() => answers)).toBe(12);
  // Now another merchant waits, and free slots no longer go to a merchant above its share.
  await queue(others);
  for (const answer of answers.splice(0, 6)) answer();
  await expect.poll(() => runAndCount(quickOnes)).toBe(12);
  for (let before = -1; before !== inFlight.length; ) {
    before = inFlight.length;
    for (const answer of answers.splice(0)) answer();
    await deliverer.finish();
    await deliverer.run();
  }
  expect(inFlight).toHaveLength(52);
});

test('postpones deliveries behind a claimed one, and makes each due in its turn', async () => {
  const store = await newQuietStore(1);
  const webhook = await store.addWebhook('https://example.com');
  const [id = ''] = store.orderIds;
  for (let index = 0; index < 25; index += 1) {
    await store.recordEvents(id, ['subscription.canceling', 'subscription.uncanceled']);
  }
  await store.relay();
  const dueAt = async (now: Date) => (await store.deliveries()).filter(({ nextAttemptAt }) => nextAttemptAt <= now);
  const concurrency = newDeliveryConcurrency({ max: 64, maxPerWebhook: 8 });
  const limits = concurrency.reserve(webhook.merchantId, { isShared: true });
  if (!limits) throw new Error('nothing reserved');
  const claim = (now: Date) => claimDeliveries(store.db, limits, now);
  const [head] = await claim(start);
  expect(head).toMatchObject({ hasFollowers: true, webhook: { id: webhook.id } });
  expect(await dueAt(secondsAfter(59))).toEqual([]);
  if (!head) throw new Error('nothing claimed');
  const deliver = async (claimed: ClaimedDelivery, status: number, now: Date) => {
    const send = async () => ({ status, headers: {}, body: '' });
    const messageFor = async () => ({ url: webhook.url, headers: {}, body: '' });
    const ended = { claimed, attempts: [await attempt(claimed, { send, messageFor }, now)] as const };
    await recordAttempts(store.db, [ended], { random: () => 0.5 }, now);
  };
  await deliver(head, 200, secondsAfter(1));
  const next = (await store.deliveries()).filter(({ status }) => status === 'pending')[0];
  // Only the very next one: others would be scanned while it is being sent.
  const due = (await dueAt(secondsAfter(1))).filter(({ status }) => status === 'pending');
  expect(due.map((one) => one.id)).toEqual([next?.id]);
  const [second] = await claim(secondsAfter(1));
  expect(second?.delivery.id).toBe(next?.id);
  if (!second) throw new Error('nothing claimed');
  await deliver(second, 500, secondsAfter(2));
  // Behind a retried delivery they wait until its retry.
  const waiting = (await store.deliveries()).filter(({ status }) => status === 'pending');
  expect(new Set(waiting.map(({ nextAttemptAt }) => nextAttemptAt.getTime()))).toEqual(
    new Set([secondsAfter(32).getTime()]),
  );
  await store.deliver(secondsAfter(32), { send: async () => ({ status: 200, headers: {}, body: '' }) });
  expect((await store.deliveries()).every(({ status }) => status === 'success')).toBe(true);
});

test('delivers once and in order with concurrent workers', async () => {
  const store = await newQuietStore(30);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;
  for (const id of store.orderIds) await store.recordEvents(id, types);
  await store.relay();
  await Promise.all([1, 2, 3].map(() => store.deliver()));
  // A worker that found nothing free has ended early.
  await store.deliver();
  expect(receiver.requests).toHaveLength(90);
  for (const id of store.orderIds) expect(typesOf(receiver.requests, id)).toEqual(types);
});

test.each([
  ['relaying', 0, 0],
  ['relayed', 0, 0],
  ['claimed', 0, 60],
  ['sent', 1, 60],
] as const)('delivers once per ID and in order after kill -9 while %s', async (where, sent, seconds) => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling', 'subscription.uncanceled']);
  const child = spawn(process.execPath, [
    'server/testing/crashes/die-while-delivering.ts',
    store.url,
    start.toISOString(),
    where,
  ]);
  const [, signal] = await once(child, 'exit');
  expect([signal, receiver.requests.length]).toEqual(['SIGKILL', sent]);
  // PostgreSQL notices the crash with a delay, and then releases its locks.
  const held = sql`
    select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await store.db.execute(held)).rowCount).toBe(0);
  expect(await store.deliveries()).toHaveLength(where === 'relaying' ? 0 : 2);
  if (seconds > 0) {
    // The crashed worker's lease has not expired yet.
    await store.relay(secondsAfter(seconds - 1));
    await store.deliver(secondsAfter(seconds - 1));
    expect(receiver.requests).toHaveLength(sent);
  }
  await store.relay(secondsAfter(seconds));
  await store.deliver(secondsAfter(seconds));
  const again = Array.from({ length: sent }, () => 'subscription.canceling');
  expect(typesOf(receiver.requests, id)).toEqual([...again, 'subscription.canceling', 'subscription.uncanceled']);
  expect(new Set(idsOf(receiver.requests)).size).toBe(2);
  // Attempts without a recorded result do not count.
  expect((await store.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['success', 1],
    ['success', 1],
  ]);
});

test('postpones a delivery that cannot be composed, without counting an attempt', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.deliver(start, { messageFor: () => Promise.reject(new Error('no key')) });
  expect(await store.deliveries()).toMatchObject([{ status: 'pending', attempts: 0, nextAttemptAt: secondsAfter(60) }]);
  await store.deliver(secondsAfter(60));
  expect(receiver.requests).toHaveLength(1);
});

test('records the other answers if one cannot be recorded, and repeats its attempt', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  for (const id of store.orderIds) await store.recordEvents(id, ['subscription.canceling']);
  await store.relay();
  const [bad] = await store.deliveries();
  await store.deliver(start, {
    send: async ({ headers }) => ({ status: 200, headers: {}, body: headers['X-Webhook-Id'] === bad?.id ? '\0' : '' }),
  });
  expect((await store.deliveries()).map(({ status }) => status)).toEqual(['pending', 'success']);
  await store.deliver(secondsAfter(60));
  expect(idsOf(receiver.requests)).toEqual([bad?.id]);
});
