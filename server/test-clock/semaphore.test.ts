import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testClockAdvances } from '#db/schema/index.ts';
import { advance } from '#server/actions/test-clock/advance.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { readSettings } from '#server/platform/settings.ts';
import { lockStore } from '#server/stores/stores.ts';
import { db } from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { clockOf, daysAfter, type FrozenMerchant, newFrozenMerchant, subscribe } from '#server/testing/test-clock.ts';
import { type Running, runAdvance, startAdvance } from './advance.ts';
import { newSemaphore, processSemaphore, type Slot } from './semaphore.ts';

const never = new AbortController().signal;
const aborted = AbortSignal.abort();

async function takeSlot(semaphore: ReturnType<typeof newSemaphore>): Promise<Slot> {
  const slot = await semaphore.take(never);
  if (!slot) throw new Error('no turn');
  return slot;
}

test('limits the slots, in the order of waiting, without those that gave up', async () => {
  const semaphore = newSemaphore(2);
  const [first, second] = [await takeSlot(semaphore), await takeSlot(semaphore)];
  expect(await semaphore.take(aborted)).toBeUndefined();
  const order: string[] = [];
  const timeout = new AbortController();
  const timedOut = semaphore.take(timeout.signal);
  const named = async (name: string) => {
    const slot = await takeSlot(semaphore);
    order.push(name);
    return slot;
  };
  const [third, fourth] = [named('third'), named('fourth')];
  timeout.abort();
  expect(await timedOut).toBeUndefined();
  first.release();
  const atWork = await third;
  expect(order).toEqual(['third']);
  // The holder yields its slot and gets it back later.
  const passed = atWork.yield().then(() => order.push('third again'));
  const last = await fourth;
  expect(order).toEqual(['third', 'fourth']);
  last.release();
  await passed;
  second.release();
  atWork.release();
  // All slots are free again, and not more than before.
  const [again, once] = [await takeSlot(semaphore), await takeSlot(semaphore)];
  expect(await semaphore.take(aborted)).toBeUndefined();
  again.release();
  once.release();
});

const started = (merchant: FrozenMerchant, to: string) =>
  db.transaction(async (tx) => {
    const store = await lockStore(tx, scopeOfStore(merchant.store));
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, new Date(to), new Date());
  });

const options = { actor: { kind: 'operator', by: 'test' }, readClock: () => new Date() } as const;

const run = async (merchant: FrozenMerchant, to: string, more: Partial<Running>) =>
  await runAdvance(db, await started(merchant, to), { ...options, ...more });

test('shares the slots among several merchants’ clocks, one moment each', async () => {
  const merchants = await Promise.all([1, 2, 3].map(newFrozenMerchant));
  const sessions = await Promise.all(merchants.map((merchant) => subscribe(merchant)));
  const semaphore = newSemaphore(1);
  const pieces: number[] = [];
  const advances = await Promise.all(merchants.map((merchant) => started(merchant, daysAfter(merchant.at, 65))));
  await Promise.all(
    advances.map((advance, index) =>
      runAdvance(db, advance, {
        ...options,
        semaphore,
        onProgress: async () => {
          pieces.push(index);
        },
      }),
    ),
  );
  for (const sessionId of sessions) expect(await orderOf(sessionId)).toMatchObject({ periodNumber: 3 });
  // A reminder and a renewal for each of two months; the clocks take turns.
  expect(pieces).toHaveLength(12);
  const firstOf = (index: number) => pieces.indexOf(index);
  const lastOf = (index: number) => pieces.lastIndexOf(index);
  expect(Math.max(...[0, 1, 2].map(firstOf))).toBeLessThan(Math.min(...[0, 1, 2].map(lastOf)));
}, 60_000);

test('throws 429 with Retry-After without a free slot, and leaves an interrupted advance unchanged', async () => {
  const merchant = await newFrozenMerchant();
  const semaphore = newSemaphore(1);
  const slot = await takeSlot(semaphore);
  const to = daysAfter(merchant.at, 1);
  const refused = expect.objectContaining({ status: 429, headers: { 'Retry-After': '5' } });
  await expect(run(merchant, to, { semaphore, maxWaitMs: 1 })).rejects.toMatchObject(refused);
  const rows = () => db.select().from(testClockAdvances).where(eq(testClockAdvances.storeId, merchant.store.id));
  expect([await clockOf(merchant), await rows()]).toEqual([merchant.at, []]);

  await started(merchant, to);
  await db
    .update(testClockAdvances)
    .set({ leasedUntil: new Date(Date.now() - 1000) })
    .where(eq(testClockAdvances.storeId, merchant.store.id));
  const further = daysAfter(merchant.at, 2);
  await expect(run(merchant, further, { semaphore, maxWaitMs: 1 })).rejects.toMatchObject(refused);
  const [left] = await rows();
  expect(left).toMatchObject({ finishedAt: null, endsAt: new Date(to) });
  expect(left && left.leasedUntil <= new Date()).toBe(true);

  slot.release();
  await run(merchant, further, { semaphore, maxWaitMs: 1 });
  expect(await clockOf(merchant)).toBe(further);
});

test('waits for a slot in the endpoint', async () => {
  const merchant = await newFrozenMerchant();
  const semaphore = [await takeSlot(processSemaphore()), await takeSlot(processSemaphore())];
  const to = daysAfter(merchant.at, 1);
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const answer = runAction(db, readSettings({}, { serving: false }), {
    action: advance as unknown as Action,
    caller,
    body: { storeId: merchant.storeId, to },
    now: new Date(),
  });
  const isThere = async () =>
    (await db.select().from(testClockAdvances).where(eq(testClockAdvances.storeId, merchant.store.id))).length;
  await expect.poll(isThere, { timeout: 10_000 }).toBe(1);
  expect(await clockOf(merchant)).toBe(merchant.at);
  for (const slot of semaphore) slot.release();
  expect(JSON.parse((await answer).body).data.testClock.at).toBe(to);
});
