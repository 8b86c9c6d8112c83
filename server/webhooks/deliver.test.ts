/** Deliveries, to receivers of every kind, by workers that live and workers that die. */
import { spawn } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookDeliveries, webhookKeys } from '#db/schema/index.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { newQuietStore, type QuietStore, secondsAfter, start, typesOf } from '#server/testing/webhooks/quiet-store.ts';
import { type Heard, newReceiver, takes } from '#server/testing/webhooks/receiver.ts';
import { attempt } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries } from './data/webhook-deliveries.ts';
import { newDeliveryConcurrency } from './delivery-concurrency.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { recordAttempts } from './record-attempts.ts';
import { maxWebhooksPerStore } from './rules/webhook.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import { insertWebhook, type Webhook } from './webhooks.ts';

/** Whatever there is, at the moments at which it is due, until nothing waits any more; those moments, in seconds. */
async function deliverToTheEnd(store: QuietStore): Promise<number[]> {
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

const idsOf = (heard: readonly Heard[]) => heard.map(({ body }) => body.id);

test('what happens is delivered, once, signed, and in order', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const [first = '', second = ''] = store.orderIds;
  await store.happen(first, ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceling']);
  await store.happen(second, ['subscription.canceling']);
  await store.relay();
  await store.deliver();
  expect(typesOf(receiver.heard, first)).toEqual([
    'subscription.canceling',
    'subscription.uncanceled',
    'subscription.canceling',
  ]);
  expect(typesOf(receiver.heard, second)).toEqual(['subscription.canceling']);
  const deliveries = await store.deliveries();
  expect(deliveries.map(({ status, attempts, deliveredAt }) => [status, attempts, deliveredAt])).toEqual(
    Array.from({ length: 4 }, () => ['success', 1, start]),
  );
  const keys = await store.db.select().from(webhookKeys);
  for (const { headers, text, body } of receiver.heard) {
    const [, at, value = ''] = /^t=(\d+),v1=(.+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
    const key = keys.find(({ id }) => id === headers['x-webhook-key-id']);
    expect(key?.environment).toBe(body.mode);
    const publicKey = createPublicKey(key?.publicKey ?? '');
    expect(verify('RSA-SHA256', Buffer.from(`${at}.${text}`), publicKey, Buffer.from(value, 'base64'))).toBe(true);
  }
  const attempts = await store.attempts();
  expect(attempts.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(idsOf(receiver.heard).toSorted());
  // What was sent is what the delivery holds: it is not kept twice.
  expect(attempts.map(({ requestBody }) => requestBody)).toEqual([null, null, null, null]);
  expect(attempts[0]).toMatchObject({
    attempt: 1,
    isSuccess: true,
    responseStatus: 204,
    error: null,
    startedAt: start,
  });
  await store.deliver();
  expect(receiver.heard).toHaveLength(4);
});

type Answer = (response: ServerResponse) => void;

/** What the receiver does first, how that is noted, and when it is asked again. */
const misbehaviours: readonly [string, Answer, { status: number | null; error: string; seconds: number }][] = [
  ['never answers', () => {}, { status: null, error: 'No answer within 0.3 seconds', seconds: 30 }],
  [
    'answers too slowly',
    (response) => void setTimeout(() => response.writeHead(200).end(), 600),
    { status: null, error: 'No answer within 0.3 seconds', seconds: 30 },
  ],
  [
    'answers 500',
    (response) => void response.writeHead(500).end('\0 oh no'),
    { status: 500, error: 'Answered 500', seconds: 30 },
  ],
  [
    'answers 429 and says when to come back',
    (response) => void response.writeHead(429, { 'Retry-After': '90' }).end(),
    { status: 429, error: 'Answered 429', seconds: 90 },
  ],
  [
    'answers 503 and names a day',
    (response) => void response.writeHead(503, { 'Retry-After': secondsAfter(45).toUTCString() }).end(),
    { status: 503, error: 'Answered 503', seconds: 45 },
  ],
  [
    'wants to be asked a year later',
    (response) => void response.writeHead(503, { 'Retry-After': String(365 * 86_400) }).end(),
    { status: 503, error: 'Answered 503', seconds: 86_400 },
  ],
  [
    'wants to be asked at once',
    (response) => void response.writeHead(503, { 'Retry-After': '0' }).end(),
    { status: 503, error: 'Answered 503', seconds: 30 },
  ],
  [
    'redirects',
    (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
    { status: 302, error: 'Answered 302: redirects are not followed', seconds: 30 },
  ],
  [
    'answers garbage',
    (response) => void response.socket?.end('garbage\r\n\r\n'),
    { status: null, error: 'The answer is not valid HTTP', seconds: 30 },
  ],
  [
    'closes the line',
    (response) => void response.socket?.destroy(),
    { status: null, error: 'The line was closed before an answer came', seconds: 30 },
  ],
  [
    'answers 500 with a body without end',
    (response) => {
      response.writeHead(500);
      const more = () => response.write('x'.repeat(100_000)) && setImmediate(more);
      more();
    },
    { status: 500, error: 'Answered 500', seconds: 30 },
  ],
];

test.each(misbehaviours)(
  'a receiver that %s gets it again, with the same id, and in order',
  async (_, answer, said) => {
    const store = await newQuietStore(2);
    const receiver = await newReceiver((response, one, count) =>
      count === 0 ? answer(response) : takes(response, one, count),
    );
    await store.addWebhook(receiver.url);
    const [first = '', second = ''] = store.orderIds;
    await store.happen(first, ['subscription.canceling', 'subscription.uncanceled']);
    await store.relay();
    await store.deliver(start, { send: store.sendQuickly });
    const [tried, behind] = await store.deliveries();
    expect(tried).toMatchObject({
      status: 'pending',
      attempts: 1,
      lastStatus: said.status,
      lastError: said.error,
      nextAttemptAt: secondsAfter(said.seconds),
    });
    expect(behind).toMatchObject({ status: 'pending', attempts: 0 });
    const [attempt] = await store.attempts();
    expect(attempt).toMatchObject({ isSuccess: false, error: said.error, responseStatus: said.status });
    // Others do not wait for it.
    await store.happen(second, ['subscription.canceling']);
    await store.relay();
    await store.deliver(secondsAfter(1), { send: store.sendQuickly });
    expect(typesOf(receiver.heard, second)).toEqual(['subscription.canceling']);
    await store.deliver(secondsAfter(said.seconds - 1), { send: store.sendQuickly });
    expect(typesOf(receiver.heard, first)).toEqual(['subscription.canceling']);
    await store.deliver(secondsAfter(said.seconds), { send: store.sendQuickly });
    expect(typesOf(receiver.heard, first)).toEqual([
      'subscription.canceling',
      'subscription.canceling',
      'subscription.uncanceled',
    ]);
    const [id, again, next] = idsOf(receiver.heard).filter((one) => one === tried?.id || one === behind?.id);
    expect([id, again, next]).toEqual([tried?.id, tried?.id, behind?.id]);
    expect(receiver.heard.map(({ path }) => path)).not.toContain('/elsewhere');
    expect((await store.deliveries()).map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  },
);

test('a 2xx counts, however long the body after it is', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response) => void response.writeHead(201).end('x'.repeat(5_000_000)));
  await store.addWebhook(receiver.url);
  await store.happen(store.orderIds[0] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.deliver();
  const [attempt] = await store.attempts();
  expect(attempt?.isSuccess).toBe(true);
  expect(attempt?.responseBody).toHaveLength(16 * 1024);
});

test('seven attempts, further and further apart; then it has failed, and the next of its object passes', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response, { body }) =>
    response.writeHead(body.eventType === 'subscription.canceling' ? 500 : 200).end(),
  );
  await store.addWebhook(receiver.url);
  const [id = ''] = store.orderIds;
  await store.happen(id, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  const moments = await deliverToTheEnd(store);
  expect(moments).toEqual([0, 30, 150, 750, 4350, 25_950, 112_350]);
  expect((await store.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['failed', 7],
    ['success', 1],
  ]);
  expect(typesOf(receiver.heard, id)).toEqual([
    ...Array.from({ length: 7 }, () => 'subscription.canceling'),
    'subscription.uncanceled',
  ]);
  expect(new Set(idsOf(receiver.heard)).size).toBe(2);
  const numbers = (await store.attempts()).filter(({ isSuccess }) => !isSuccess).map(({ attempt }) => attempt);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('410 ends it at once, and the next of its object passes', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response, _, count) => response.writeHead(count === 0 ? 410 : 200).end());
  await store.addWebhook(receiver.url);
  await store.happen(store.orderIds[0] ?? '', ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  await store.deliver();
  expect((await store.deliveries()).map(({ status, lastStatus }) => [status, lastStatus])).toEqual([
    ['failed', 410],
    ['success', 200],
  ]);
});

test('each webhook has an order of its own: where one fails, the other hears all', async () => {
  const store = await newQuietStore(1);
  const [bad, good] = [await newReceiver((response) => response.writeHead(500).end()), await newReceiver()];
  for (const { url } of [bad, good]) await store.addWebhook(url);
  const [id = ''] = store.orderIds;
  await store.happen(id, ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay();
  await store.deliver();
  expect(typesOf(bad.heard, id)).toEqual(['subscription.canceling']);
  expect(typesOf(good.heard, id)).toEqual(['subscription.canceling', 'subscription.uncanceled']);
  expect(new Set(idsOf([...bad.heard, ...good.heard])).size).toBe(3);
});

test('all events of a relay’s batch are queued at once for as many webhooks as a store may have', async () => {
  const store = await newQuietStore(200);
  for (let place = 0; place < maxWebhooksPerStore; place += 1) await store.addWebhook('https://example.com');
  for (const id of store.orderIds) await store.happen(id, ['subscription.canceling']);
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

test('slow receivers hold up nobody, and get one at a time', async () => {
  const store = await newQuietStore(40);
  const held: ServerResponse[] = [];
  const slow = await newReceiver((response) => void held.push(response));
  const quick = await newReceiver();
  for (const { url } of [slow, slow, slow, quick]) await store.addWebhook(url);
  for (const id of store.orderIds) await store.happen(id, ['subscription.canceling']);
  await store.relay();
  // The slow ones are first, and leave room for one.
  let wake = () => {};
  const deliverer = store.deliverer(start, { most: 7, maxPerWebhook: 8 }, () => wake());
  let run = Promise.resolve(0);
  wake = () => {
    run = run.then(() => deliverer.run());
  };
  wake();
  await expect.poll(() => quick.heard.length).toBe(40);
  // Two each: nothing was known of them.
  expect(slow.heard).toHaveLength(6);
  for (const response of held.splice(0)) response.writeHead(500).end();
  await expect.poll(() => slow.heard.length).toBe(9);
  await run;
  expect(slow.heard).toHaveLength(9);
  for (const response of held) response.writeHead(200).end();
  slow.answer = takes;
  await expect.poll(() => slow.heard.length).toBe(120);
  // What ends meanwhile begins another turn.
  for (let last: typeof run | undefined; last !== run; ) {
    last = run;
    await last;
    await deliverer.finish();
  }
  expect((await store.deliveries()).filter(({ status }) => status === 'pending')).toHaveLength(6);
});

test('one merchant’s slow receivers leave the others room: a quarter is theirs, and all that nobody else wants', async () => {
  const store = await newQuietStore(1);
  const other = await makeSubscriptions(store.db, 3, secondsAfter(0));
  const [mine, others]: [Webhook[], Webhook[]] = [[], []];
  for (let place = 0; place < 20; place += 1) mine.push(await store.addWebhook('https://slow.example.com'));
  const fields = { channel: 'http', events: webhookEvents, testMode: true, secret: null } as const;
  for (let place = 0; place < 3; place += 1) {
    others.push(await insertWebhook(store.db, other, { ...fields, url: 'https://quick.example.com' }, start));
  }
  const queue = async (webhooks: readonly Webhook[]) => {
    for (const { id: webhookId, merchantId, storeId } of [...webhooks, ...webhooks]) {
      const due = { attempts: 0, status: 'pending', nextAttemptAt: start } as const;
      await insertDelivery(store.db, { webhookId, merchantId, storeId, ...due });
    }
  };
  await queue(mine);
  await queue(others);
  const underWay: string[] = [];
  const answers: (() => void)[] = [];
  const deliverer = store.deliverer(start, {
    most: 16,
    messageFor: async (_, { url }) => ({ url, headers: {}, body: '' }),
    send: async ({ url }) => {
      underWay.push(new URL(url).host);
      if (url.includes('quick')) return { status: 200, headers: {}, body: '' };
      return await new Promise((resolve) => answers.push(() => resolve({ status: 500, headers: {}, body: '' })));
    },
  });
  const quickOnes = () => underWay.filter((host) => host.startsWith('quick'));
  const runAndCount = async (which: () => readonly unknown[]) => {
    await deliverer.run();
    return which().length;
  };
  await deliverer.run();
  // The quick ones of the one who comes second go out among the first, in spite of forty before them.
  expect(underWay.slice(0, 8).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'quick.example.com'),
    ...Array.from({ length: 4 }, () => 'slow.example.com'),
  ]);
  await expect.poll(() => runAndCount(quickOnes)).toBe(6);
  // Nobody else waits: what is left is theirs.
  await expect.poll(() => runAndCount(() => answers)).toBe(16);
  // Now somebody does, and what gets free is not for those who have more than their part.
  await queue(others);
  for (const answer of answers.splice(0, 6)) answer();
  await expect.poll(() => runAndCount(quickOnes)).toBe(12);
  for (let before = -1; before !== underWay.length; ) {
    before = underWay.length;
    for (const answer of answers.splice(0)) answer();
    await deliverer.finish();
    await deliverer.run();
  }
  expect(underWay).toHaveLength(52);
});

test('a quick receiver gets up to eight at once', async () => {
  const store = await newQuietStore(60);
  let [now, most] = [0, 0];
  const receiver = await newReceiver((response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.writeHead(200).end();
    }, 20);
  });
  await store.addWebhook(receiver.url);
  for (const id of store.orderIds) await store.happen(id, ['subscription.canceling']);
  await store.relay();
  await store.deliver();
  expect(receiver.heard).toHaveLength(60);
  expect(most).toBe(8);
});

test('those behind one in hand are out of the way, and each is due once it is next', async () => {
  const store = await newQuietStore(1);
  const webhook = await store.addWebhook('https://example.com');
  const [id = ''] = store.orderIds;
  for (let place = 0; place < 25; place += 1) {
    await store.happen(id, ['subscription.canceling', 'subscription.uncanceled']);
  }
  await store.relay();
  const dueAt = async (now: Date) => (await store.deliveries()).filter(({ nextAttemptAt }) => nextAttemptAt <= now);
  const room = newDeliveryConcurrency({ most: 64, maxPerWebhook: 8 }).room();
  const claim = (now: Date) => store.db.transaction((tx) => claimDeliveries(tx, room, now));
  const [head] = await claim(start);
  expect(head).toMatchObject({ hasFollowers: true, webhook: { id: webhook.id } });
  expect(await dueAt(secondsAfter(59))).toEqual([]);
  if (!head) throw new Error('nothing claimed');
  const deliver = async (claimed: ClaimedDelivery, status: number, now: Date) => {
    const send = async () => ({ status, headers: {}, body: '' });
    const messageFor = async () => ({ url: webhook.url, headers: {}, body: '' });
    const ended = { claimed, attempts: [await attempt(claimed, { send, messageFor }, now)] as const };
    await recordAttempts(store.db, [ended], { random: () => 0.5, appUrl: '' }, now);
  };
  await deliver(head, 200, secondsAfter(1));
  const next = (await store.deliveries()).filter(({ status }) => status === 'pending')[0];
  // The very next one, and no other: they would be looked through while that one is on its way.
  const due = (await dueAt(secondsAfter(1))).filter(({ status }) => status === 'pending');
  expect(due.map((one) => one.id)).toEqual([next?.id]);
  const [second] = await claim(secondsAfter(1));
  expect(second?.delivery.id).toBe(next?.id);
  if (!second) throw new Error('nothing claimed');
  await deliver(second, 500, secondsAfter(2));
  // And behind one that is tried again, until then.
  const waiting = (await store.deliveries()).filter(({ status }) => status === 'pending');
  expect(new Set(waiting.map(({ nextAttemptAt }) => nextAttemptAt.getTime()))).toEqual(
    new Set([secondsAfter(32).getTime()]),
  );
  await store.deliver(secondsAfter(32), { send: async () => ({ status: 200, headers: {}, body: '' }) });
  expect((await store.deliveries()).every(({ status }) => status === 'success')).toBe(true);
});

test('several workers at once: each delivery once, in order', async () => {
  const store = await newQuietStore(30);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;
  for (const id of store.orderIds) await store.happen(id, types);
  await store.relay();
  await Promise.all([1, 2, 3].map(() => store.deliver()));
  // One that found nothing free has ended early.
  await store.deliver();
  expect(receiver.heard).toHaveLength(90);
  for (const id of store.orderIds) expect(typesOf(receiver.heard, id)).toEqual(types);
});

test.each([
  ['relaying', 0, 0],
  ['relayed', 0, 0],
  ['claimed', 0, 60],
  ['sent', 1, 60],
] as const)('kill -9, %s: it arrives all the same, with one id, in order', async (where, sent, seconds) => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  const [id = ''] = store.orderIds;
  await store.happen(id, ['subscription.canceling', 'subscription.uncanceled']);
  const child = spawn(process.execPath, [
    'server/testing/crashes/die-while-delivering.ts',
    store.url,
    start.toISOString(),
    where,
  ]);
  const [, signal] = await once(child, 'exit');
  expect([signal, receiver.heard.length]).toEqual(['SIGKILL', sent]);
  // The database hears of its death a moment later, and then lets go of what it held.
  const held = sql`
    select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await store.db.execute(held)).rowCount).toBe(0);
  expect(await store.deliveries()).toHaveLength(where === 'relaying' ? 0 : 2);
  if (seconds > 0) {
    // Whoever had it in hand may be at it still.
    await store.relay(secondsAfter(seconds - 1));
    await store.deliver(secondsAfter(seconds - 1));
    expect(receiver.heard).toHaveLength(sent);
  }
  await store.relay(secondsAfter(seconds));
  await store.deliver(secondsAfter(seconds));
  const again = Array.from({ length: sent }, () => 'subscription.canceling');
  expect(typesOf(receiver.heard, id)).toEqual([...again, 'subscription.canceling', 'subscription.uncanceled']);
  expect(new Set(idsOf(receiver.heard)).size).toBe(2);
  // An attempt that nobody lived to tell of is none.
  expect((await store.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['success', 1],
    ['success', 1],
  ]);
});

test('what cannot be sent at all waits, and counts as no attempt', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  await store.happen(store.orderIds[0] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.deliver(start, { messageFor: () => Promise.reject(new Error('no key')) });
  expect(await store.deliveries()).toMatchObject([{ status: 'pending', attempts: 0, nextAttemptAt: secondsAfter(60) }]);
  await store.deliver(secondsAfter(60));
  expect(receiver.heard).toHaveLength(1);
});

test('an answer that cannot be recorded leaves the others recorded, and is asked for again', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  for (const id of store.orderIds) await store.happen(id, ['subscription.canceling']);
  await store.relay();
  const [bad] = await store.deliveries();
  await store.deliver(start, {
    send: async ({ headers }) => ({ status: 200, headers: {}, body: headers['X-Webhook-Id'] === bad?.id ? '\0' : '' }),
  });
  expect((await store.deliveries()).map(({ status }) => status)).toEqual(['pending', 'success']);
  await store.deliver(secondsAfter(60));
  expect(idsOf(receiver.heard)).toEqual([bad?.id]);
});
