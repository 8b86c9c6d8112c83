/** Events leave the outbox: all of them, once, in order, whatever one of them does. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, eventOutbox } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { newQuietStore, type QuietStore, secondsAfter, start } from '#server/testing/webhooks/quiet-store.ts';
import type { Consumer } from './consumer.ts';
import type { EventRow } from './data/events.ts';
import type { EventType } from './rules/registry.ts';

/** One that remembers, in the database, what it was told: what is rolled back it was not told. */
function newListener(store: QuietStore, refuse: (event: EventRow) => boolean = () => false) {
  const listener: Consumer = {
    name: 'listener',
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
  const told = async () => (await store.db.select().from(emails).orderBy(emails.id)).map(({ subject }) => subject);
  return { listener, told };
}

const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;
const waiting = (store: QuietStore) => store.db.$count(eventOutbox);
const linesOf = (id: string, of: readonly EventType[]) => of.map((type, place) => `${id} ${place + 5} ${type}`);

test('every event is told once, those of an object in order, however many relays there are', async () => {
  const store = await newQuietStore(120);
  const { listener, told } = newListener(store);
  for (const type of types) for (const id of store.orderIds) await store.happen(id, [type]);
  const relayed = await Promise.all([1, 2, 3].map(() => store.relay(start, [listener])));
  // Whoever came while another was at it did nothing; the rest is the next one's.
  const rest = await store.relay(start, [listener]);
  expect(relayed.reduce((sum, count) => sum + count, rest)).toBe(360);
  const heard = await told();
  expect(heard).toHaveLength(360);
  for (const id of store.orderIds) expect(heard.filter((line) => line.startsWith(id))).toEqual(linesOf(id, types));
  expect(await waiting(store)).toBe(0);
  expect(await store.relay(start, [listener])).toBe(0);
});

test('one that nobody can take is held back with those of its object that follow; the others go on', async () => {
  const store = await newQuietStore(3);
  const [poisoned = '', ...others] = store.orderIds;
  let isCured = false;
  const { listener, told } = newListener(
    store,
    ({ objectId, type }) => !isCured && objectId === poisoned && type === 'subscription.uncanceled',
  );
  for (const type of types) for (const id of store.orderIds) await store.happen(id, [type]);
  await store.relay(start, [listener]);
  const heard = await told();
  for (const id of others) expect(heard.filter((line) => line.startsWith(id))).toEqual(linesOf(id, types));
  expect(heard.filter((line) => line.startsWith(poisoned))).toEqual(linesOf(poisoned, ['subscription.canceling']));
  const [held] = await store.db.select().from(eventOutbox).orderBy(eventOutbox.position);
  expect(held).toMatchObject({ attempts: 1, nextAttemptAt: secondsAfter(1), lastError: 'Error: cannot take it' });
  // Not before its time, then later and later.
  expect(await store.relay(secondsAfter(0.5), [listener])).toBe(0);
  for (const [at, next] of [
    [1, 3],
    [3, 7],
    [7, 15],
  ] as const) {
    await store.relay(secondsAfter(at), [listener]);
    const [again] = await store.db.select().from(eventOutbox).orderBy(eventOutbox.position);
    expect(again?.nextAttemptAt).toEqual(secondsAfter(next));
  }
  isCured = true;
  await store.relay(secondsAfter(15), [listener]);
  await store.relay(secondsAfter(15), [listener]);
  expect((await told()).filter((line) => line.startsWith(poisoned))).toEqual(linesOf(poisoned, types));
  expect(await waiting(store)).toBe(0);
});

test('what was there before the outbox is told after what is new, and only to those who ask for history', async () => {
  const store = await newQuietStore(1);
  const [id = ''] = store.orderIds;
  await store.happen(id, ['subscription.canceling']);
  await store.db.update(eventOutbox).set({ isHistory: true }).where(eq(eventOutbox.objectId, id));
  await store.happen(id, ['subscription.uncanceled']);
  const [all, fresh] = [newListener(store), newListener(store)];
  const historian: Consumer = { ...all.listener, includesHistory: true };
  await store.relay(start, [historian, fresh.listener]);
  expect(await all.told()).toEqual([
    `${id} 6 subscription.uncanceled`,
    `${id} 6 subscription.uncanceled`,
    `${id} 5 subscription.canceling`,
  ]);
});

test('a change that is not made leaves nothing in the outbox', async () => {
  const store = await newQuietStore(1);
  const { listener, told } = newListener(store);
  const undone = new Error('undone');
  const change = store.db.transaction(async (tx) => {
    await store.happen(store.orderIds[0] ?? '', ['subscription.canceling'], start, 'test', tx);
    expect(await tx.$count(eventOutbox)).toBe(1);
    throw undone;
  });
  await expect(change).rejects.toBe(undone);
  expect(await store.relay(start, [listener])).toBe(0);
  expect(await told()).toEqual([]);
});
