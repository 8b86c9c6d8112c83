/** Failing, paused and removed webhooks, and the deletion of old deliveries. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, stores, webhookDeliveries } from '#db/schema/index.ts';
import { queueEmails } from '#server/emails/queue-emails.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { newQuietStore, type QuietStore, secondsAfter, start, typesOf } from '#server/testing/webhooks/quiet-store.ts';
import { accept, newReceiver } from '#server/testing/webhooks/receiver.ts';
import { deleteOldDeliveries, giveUpDeliveries } from './data/webhook-delivery-ends.ts';
import { resumeWebhook } from './webhook-pauses.ts';
import { sendDeliveriesAgain, sendDeliveryAgain } from './webhook-resends.ts';
import { deleteWebhook } from './webhooks.ts';

const hour = 3600;
const day = 24 * hour;

/** Records an event for each of the store's first `count` orders at a time. */
async function recordEvents(store: QuietStore, count: number, seconds: number): Promise<void> {
  for (const id of store.orderIds.slice(0, count)) {
    await store.recordEvents(id, ['subscription.canceling'], secondsAfter(seconds));
  }
  await store.relay(secondsAfter(seconds));
}

test('stores the first failure after a success, and clears it at the next success', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response) => response.writeHead(500).end());
  const { id } = await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  await store.deliver(start);
  await store.deliver(secondsAfter(30));
  expect((await store.webhook(id))?.failingSince).toEqual(start);
  receiver.answer = accept;
  await store.deliver(secondsAfter(150));
  expect((await store.webhook(id))?.failingSince).toBeNull();
});

/** A webhook that has failed for almost three days; all its deliveries but the newest have failed for good. */
async function almostPaused() {
  const store = await newQuietStore(4);
  const receiver = await newReceiver((response) => response.writeHead(500).end());
  const webhook = await store.addWebhook(`${receiver.url}?key=hush`);
  await recordEvents(store, 2, 0);
  for (const at of [0, 30, 150, 750, 4350, 25_950, 112_350]) await store.deliver(secondsAfter(at));
  await recordEvents(store, 3, 3 * day - 1);
  await store.deliver(secondsAfter(3 * day - 1));
  return { ...store, receiver, webhookId: webhook.id };
}

test('pauses after three days of failures, with an event and an email to the owner', async () => {
  const store = await almostPaused();
  expect((await store.webhook(store.webhookId))?.pausedAt).toBeNull();
  const before = store.receiver.requests.length;
  await store.deliver(secondsAfter(3 * day + 29));
  const at = secondsAfter(3 * day + 29);
  expect(await store.webhook(store.webhookId)).toMatchObject({ failingSince: start, pausedAt: at });
  // Two of three due requests were in flight already; the third as well, if one of them ended first.
  const requestCount = store.receiver.requests.length;
  expect([before + 2, before + 3]).toContain(requestCount);
  expect(await store.eventsOf(store.webhookId)).toMatchObject([
    {
      type: 'webhook.paused',
      sequence: 1,
      environment: 'test',
      actor: { kind: 'worker', by: 'deliver-webhooks' },
      data: {
        failingSince: start.toISOString(),
        lastError: 'Responded with 500',
        host: new URL(store.receiver.url).host,
      },
    },
  ]);
  await store.relay(at, [queueEmails]);
  const [email, ...more] = await store.db.select().from(emails);
  expect(more).toEqual([]);
  expect(email).toMatchObject({ kind: 'webhook_paused_notice', subject: '[Test] Webhook paused' });
  expect(email?.body).toContain(`“Many Subscriptions” to ${new URL(store.receiver.url).host} has been failing`);
  expect(email?.body).toContain('Last failure: Responded with 500');
  expect(email?.body).not.toContain('hush');
  // Later events wait.
  await store.recordEvents(store.orderIds[3] ?? '', ['subscription.canceling']);
  await store.relay(secondsAfter(4 * day));
  await store.deliver(secondsAfter(4 * day));
  expect(store.receiver.requests).toHaveLength(requestCount);
  expect((await store.deliveries()).filter(({ status }) => status === 'pending')).toHaveLength(4);
});

test('sends all missed deliveries in order when resumed', async () => {
  const store = await almostPaused();
  await store.deliver(secondsAfter(3 * day + 29));
  await store.recordEvents(store.orderIds[3] ?? '', ['subscription.canceling', 'subscription.uncanceled']);
  await store.relay(secondsAfter(4 * day));
  store.receiver.answer = accept;
  const requestCount = store.receiver.requests.length;
  const webhook = await store.webhook(store.webhookId);
  if (!webhook) throw new Error('no webhook');
  await store.db.transaction((tx) => resumeWebhook(tx, webhook, secondsAfter(5 * day)));
  await store.deliver(secondsAfter(5 * day));
  expect(await store.webhook(store.webhookId)).toMatchObject({ failingSince: null, pausedAt: null });
  expect((await store.deliveries()).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'success'));
  const since = store.receiver.requests.slice(requestCount);
  expect(store.orderIds.map((id) => typesOf(since, id))).toEqual([
    ['subscription.canceling', 'subscription.canceling'],
    ['subscription.canceling', 'subscription.canceling'],
    ['subscription.canceling'],
    ['subscription.canceling', 'subscription.uncanceled'],
  ]);
  const ids = store.receiver.requests.map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(7);
});

/** The times of a round's attempts, in seconds from its start. */
const roundAt = [0, 30, 150, 750, 4350, 25_950, 112_350];

/** A store whose one delivery has failed a number of times. */
async function newFailing(attempts: number, status = 500) {
  const store = await newQuietStore(1);
  const receiver = await newReceiver((response) => response.writeHead(status).end());
  const { id: webhookId } = await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  for (const at of roundAt.slice(0, attempts)) await store.deliver(secondsAfter(at));
  receiver.answer = (response) => response.writeHead(500).end();
  return { ...store, receiver, webhookId };
}

/** Expects seven more attempts from a time on, with the usual delays. */
async function expectNewRound(store: QuietStore, attempts: number, from: number): Promise<void> {
  const states: unknown[] = [];
  for (const at of roundAt) {
    await store.deliver(secondsAfter(from + at));
    const [row] = await store.deliveries();
    states.push([row?.status, row?.attempts, row?.status === 'pending' ? row.nextAttemptAt : null]);
  }
  const next = roundAt.slice(1).map((at) => secondsAfter(from + at));
  expect(states).toEqual([
    ...next.map((at, index) => ['pending', attempts + index + 1, at]),
    ['failed', attempts + 7, null],
  ]);
}

test.each([
  ['that had failed for good', 7, 500],
  ['that ended with 410', 1, 410],
  ['before its last attempt', 6, 500],
])('gives a delivery %s seven more attempts when it is resent', async (_, attempts, status) => {
  const store = await newFailing(attempts, status);
  const [delivery] = await store.deliveries();
  if (!delivery) throw new Error('no delivery');
  const again = secondsAfter(1.2 * day);
  await store.db.transaction((tx) => sendDeliveryAgain(tx, delivery, again));
  await expectNewRound(store, attempts, 1.2 * day);
});

test('gives a delivered delivery seven more attempts when it is resent', async () => {
  const store = await newFailing(5);
  store.receiver.answer = accept;
  await store.deliver(secondsAfter(25_950));
  expect(await store.deliveries()).toMatchObject([{ status: 'success', attempts: 6 }]);
  store.receiver.answer = (response) => response.writeHead(500).end();
  const choice = { status: 'all', from: start, limit: 10 } as const;
  await store.db.transaction((tx) =>
    sendDeliveriesAgain(tx, { id: store.webhookId, merchantId: store.store.merchantId }, choice, secondsAfter(day)),
  );
  await expectNewRound(store, 6, day);
});

test.each([
  ['waits for its last attempt', 1],
  ['became due during the pause', 4],
])('gives a delivery that %s seven more attempts when the webhook is resumed', async (_, days) => {
  const store = await newFailing(6);
  await store.changeWebhook(store.webhookId, { pausedAt: secondsAfter(26_000) });
  const webhook = await store.webhook(store.webhookId);
  if (!webhook) throw new Error('no webhook');
  await store.db.transaction((tx) => resumeWebhook(tx, webhook, secondsAfter(days * day)));
  await expectNewRound(store, 6, days * day);
});

test('keeps the newest thirty attempts', async () => {
  const store = await newFailing(7);
  await store.db.update(webhookDeliveries).set({ attempts: 29, roundStart: 29, status: 'pending' });
  for (const at of roundAt.slice(0, 5)) await store.deliver(secondsAfter(2 * day + at));
  const stored = (await store.attempts()).map(({ attempt }) => attempt);
  expect(stored).toEqual([5, 6, 7, 30, 31, 32, 33, 34]);
});

test('gives up the pending deliveries of a removed webhook', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  const webhook = await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  await store.deliver();
  await store.recordEvents(store.orderIds[1] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.db.transaction(async (tx) => {
    await giveUpDeliveries(tx, { ...scopeOfStore(store.store), webhookId: webhook.id }, 'webhookRemoved', start);
    await deleteWebhook(tx, webhook);
  });
  await store.deliver(secondsAfter(day));
  expect(receiver.requests).toHaveLength(1);
  expect((await store.deliveries()).map(({ status, lastError }) => [status, lastError])).toEqual([
    ['success', null],
    ['failed', 'The webhook was removed'],
  ]);
});

test('counts a delivery in flight as delivered when its webhook is removed', async () => {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  const webhook = await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  await store.deliver(start, {
    send: async () => {
      await store.db.transaction(async (tx) => {
        await giveUpDeliveries(tx, { ...scopeOfStore(store.store), webhookId: webhook.id }, 'webhookRemoved', start);
        await deleteWebhook(tx, webhook);
      });
      return { status: 200, headers: {}, body: '' };
    },
  });
  expect(await store.deliveries()).toMatchObject([{ status: 'success', attempts: 1, lastError: null }]);
});

test('sends nothing for a deleted store and queues none of its events', async () => {
  const store = await newQuietStore(2);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  await store.db.update(stores).set({ deletedAt: start }).where(eq(stores.id, store.store.id));
  await store.deliver();
  await recordEvents(store, 2, 1);
  expect(await store.deliveries()).toMatchObject([{ status: 'pending' }]);
  // A delivery from the moment of the deletion is found an hour later.
  await deleteOldDeliveries(store.db, secondsAfter(hour));
  expect(await store.deliveries()).toMatchObject([{ status: 'failed' }]);
  expect(receiver.requests).toEqual([]);
});

test('deletes deliveries with their attempts after 30 days, but no pending ones', async () => {
  const store = await newQuietStore(3);
  const receiver = await newReceiver((response, _, count) => response.writeHead(count === 1 ? 410 : 200).end());
  const webhook = await store.addWebhook(receiver.url);
  await recordEvents(store, 2, 0);
  await store.deliver();
  await store.changeWebhook(webhook.id, { pausedAt: start, failingSince: null });
  await store.recordEvents(store.orderIds[2] ?? '', ['subscription.canceling']);
  await store.relay();
  expect(await deleteOldDeliveries(store.db, secondsAfter(30 * day - 1))).toBe(0);
  expect((await store.attempts()).length).toBe(2);
  expect(await deleteOldDeliveries(store.db, secondsAfter(30 * day))).toBe(2);
  expect((await store.deliveries()).map(({ status }) => status)).toEqual(['pending']);
  expect(await store.attempts()).toEqual([]);
});

test('keeps what a paused webhook has missed, but not earlier failures', async () => {
  const store = await newQuietStore(3);
  const receiver = await newReceiver((response) => response.writeHead(410).end());
  const webhook = await store.addWebhook(receiver.url);
  await recordEvents(store, 1, 0);
  await store.deliver();
  // It recovered for a while, then failed again.
  const failingSince = secondsAfter(hour);
  await store.changeWebhook(webhook.id, { failingSince });
  await recordEvents(store, 2, hour);
  await store.deliver(failingSince);
  await store.changeWebhook(webhook.id, { pausedAt: secondsAfter(day) });
  const dropped = await insertDelivery(store.db, {
    merchantId: store.store.merchantId,
    storeId: store.store.id,
    webhookId: webhook.id,
    status: 'failed',
    attempts: 0,
    createdAt: failingSince,
  });
  const late = secondsAfter(40 * day);
  // An earlier failure, and one dropped by chaos mode.
  expect(await deleteOldDeliveries(store.db, late)).toBe(2);
  const stored = await store.deliveries();
  expect(stored.map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(stored.map(({ id }) => id)).not.toContain(dropped.id);
  receiver.answer = accept;
  const paused = await store.webhook(webhook.id);
  if (!paused) throw new Error('no webhook');
  await store.db.transaction((tx) => resumeWebhook(tx, paused, late));
  await store.deliver(late);
  expect((await store.deliveries()).map(({ status }) => status)).toEqual(['success', 'success']);
  // Once resumed, they are deleted like all others.
  expect(await deleteOldDeliveries(store.db, late)).toBe(2);
});
