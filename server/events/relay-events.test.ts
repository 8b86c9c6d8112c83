/** The relay passes on every event once and in order, also if one fails. */
import { eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, eventOutbox, events } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { newQuietStore, type QuietStore, secondsAfter, start } from '#server/testing/webhooks/quiet-store.ts';
import type { Consumer } from './consumer.ts';
import type { EventRow } from './data/events.ts';
import type { EventType } from './rules/registry.ts';

/** A consumer that records events in the database, so that a rollback removes them. */
function newRecorder(store: QuietStore, refuse: (event: EventRow) => boolean = () => false) {
  const recorder: Consumer = {
    name: 'recorder',
    async handle(tx, events) {
      for (const { type, objectId, sequence } of events) {
        const noted = {
          id: newId(),
          subject: `${objectId} ${sequence} ${type}`,
          recipient: 'a',
          body: '',
          attempts: 0,
        };
        await tx.insert(emails).values({ ...noted, status: 'kept', nextAttemptAt: start, createdAt: start });
      }
      if (events.some(refuse)) throw new Error('cannot take it');
    },
  };
  const recorded = async () => (await store.db.select().from(emails).orderBy(emails.id)).map(({ subject }) => subject);
  return { recorder, recorded };
}

const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;
const waiting = (store: QuietStore) => store.db.$count(eventOutbox);
const linesOf = (id: string, of: readonly EventType[]) => of.map((type, index) => `${id} ${index + 4} ${type}`);

test('several relays pass on every event once, and each object’s events in order', async () => {
  const store = await newQuietStore(120);
  const { recorder, recorded } = newRecorder(store);
  for (const type of types) for (const id of store.orderIds) await store.recordEvents(id, [type]);
  const relayed = await Promise.all([1, 2, 3].map(() => store.relay(start, [recorder])));
  // A relay that finds the outbox locked does nothing; the next one takes the rest.
  const rest = await store.relay(start, [recorder]);
  expect(relayed.reduce((sum, count) => sum + count, rest)).toBe(360);
  const lines = await recorded();
  expect(lines).toHaveLength(360);
  for (const id of store.orderIds) expect(lines.filter((line) => line.startsWith(id))).toEqual(linesOf(id, types));
  expect(await waiting(store)).toBe(0);
  expect(await store.relay(start, [recorder])).toBe(0);
});

test('holds back a failing event and later ones of its object; others continue', async () => {
  const store = await newQuietStore(3);
  const [poisoned = '', ...others] = store.orderIds;
  let isCured = false;
  const { recorder, recorded } = newRecorder(
    store,
    ({ objectId, type }) => !isCured && objectId === poisoned && type === 'subscription.uncanceled',
  );
  for (const type of types) for (const id of store.orderIds) await store.recordEvents(id, [type]);
  await store.relay(start, [recorder]);
  const lines = await recorded();
  for (const id of others) expect(lines.filter((line) => line.startsWith(id))).toEqual(linesOf(id, types));
  expect(lines.filter((line) => line.startsWith(poisoned))).toEqual(linesOf(poisoned, ['subscription.canceling']));
  const [held] = await store.db.select().from(eventOutbox).orderBy(eventOutbox.eventId);
  expect(held).toMatchObject({ attempts: 1, nextAttemptAt: secondsAfter(1), lastError: 'Error: cannot take it' });
  // Not before its time, then with growing delays.
  expect(await store.relay(secondsAfter(0.5), [recorder])).toBe(0);
  for (const [at, next] of [
    [1, 3],
    [3, 7],
    [7, 15],
  ] as const) {
    await store.relay(secondsAfter(at), [recorder]);
    const [again] = await store.db.select().from(eventOutbox).orderBy(eventOutbox.eventId);
    expect(again?.nextAttemptAt).toEqual(secondsAfter(next));
  }
  isCured = true;
  await store.relay(secondsAfter(15), [recorder]);
  await store.relay(secondsAfter(15), [recorder]);
  expect((await recorded()).filter((line) => line.startsWith(poisoned))).toEqual(linesOf(poisoned, types));
  expect(await waiting(store)).toBe(0);
});

test('passes on history after new events, and only to consumers that include it', async () => {
  const store = await newQuietStore(1);
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling']);
  await store.db.update(eventOutbox).set({ isHistory: true }).where(eq(eventOutbox.objectId, id));
  await store.recordEvents(id, ['subscription.uncanceled']);
  const [all, fresh] = [newRecorder(store), newRecorder(store)];
  const historian: Consumer = { ...all.recorder, includesHistory: true };
  await store.relay(start, [historian, fresh.recorder]);
  expect(await all.recorded()).toEqual([
    `${id} 5 subscription.uncanceled`,
    `${id} 5 subscription.uncanceled`,
    `${id} 4 subscription.canceling`,
  ]);
});

test('a rolled-back change leaves nothing in the outbox', async () => {
  const store = await newQuietStore(1);
  const { recorder, recorded } = newRecorder(store);
  const undone = new Error('undone');
  const change = store.db.transaction(async (tx) => {
    await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling'], start, 'test', tx);
    expect(await tx.$count(eventOutbox)).toBe(1);
    throw undone;
  });
  await expect(change).rejects.toBe(undone);
  expect(await store.relay(start, [recorder])).toBe(0);
  expect(await recorded()).toEqual([]);
});

test('passes on an object’s events by their numbers where the clocks of two processes differ', async () => {
  const store = await newQuietStore(1);
  const [id = ''] = store.orderIds;
  const { recorder, recorded } = newRecorder(store);
  const [early, late] = [newId(), newId()];
  const { merchantId, id: storeId } = store.store;
  const event = { merchantId, storeId, environment: 'test', objectType: 'order', objectId: id, data: {} } as const;
  const by = { actor: { kind: 'worker', by: 'test' }, createdAt: start } as const;
  const added = [
    { ...event, ...by, id: late, sequence: 4, type: 'subscription.canceling' },
    { ...event, ...by, id: early, sequence: 5, type: 'subscription.uncanceled' },
  ];
  await store.db.insert(events).values(added);
  await store.db.insert(eventOutbox).values(added.map((each) => ({ ...each, eventId: each.id })));
  await store.relay(start, [recorder]);
  expect(await recorded()).toEqual(linesOf(id, ['subscription.canceling', 'subscription.uncanceled']));
});

test('holds back a merchant’s failing events without delaying other merchants', async () => {
  const store = await newQuietStore(1);
  const other = await makeSubscriptions(store.db, 1, start);
  const { recorder, recorded } = newRecorder(store, ({ merchantId }) => merchantId === other.merchantId);
  const [id = ''] = store.orderIds;
  await store.recordEvents(id, ['subscription.canceling']);
  await store.relay(start, [recorder]);
  expect(await recorded()).toEqual(linesOf(id, ['subscription.canceling']));
  const held = await store.db.select().from(eventOutbox).where(isNotNull(eventOutbox.nextAttemptAt));
  expect(held.map(({ merchantId }) => merchantId)).toEqual([other.merchantId]);
});
