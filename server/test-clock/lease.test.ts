import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testClockAdvances } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findStore, lockStore } from '#server/stores/stores.ts';
import { db } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import {
  clockOf,
  daysAfter,
  type FrozenMerchant,
  newFrozenMerchant,
  providerBalanceOf,
  subscribe,
} from '#server/testing/test-clock.ts';
import { runAdvance, startAdvance } from './advance.ts';
import { resetClock } from './clock.ts';
import { runTestClocks } from './run-test-clocks.ts';

const actor = { kind: 'operator', by: 'test' } as const;
const running = 'The test clock is being advanced; wait until the advance has finished';

const start = (merchant: FrozenMerchant, to: string, now = new Date()) =>
  db.transaction(async (tx) => {
    const store = await lockStore(tx, scopeOfStore(merchant.store));
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, new Date(to), now);
  });

const rowOf = async (merchant: FrozenMerchant) => {
  const [row] = await db.select().from(testClockAdvances).where(eq(testClockAdvances.storeId, merchant.store.id));
  if (!row) throw new Error('there is no advance');
  return row;
};

/** A piece of work that the test ends. */
function newPiece() {
  const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    begun: started.promise,
    finish: () => done.resolve(),
    onProgress: () => {
      started.resolve();
      return done.promise;
    },
  };
}

test('keeps the advance during a piece of work of two minutes', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  const to = daysAfter(merchant.at, 40);
  const began = Date.now();
  let passedMs = 0;
  const readClock = () => new Date(began + passedMs);
  const piece = newPiece();
  const arrived = runAdvance(db, await start(merchant, to), {
    actor,
    readClock,
    heartbeatMs: 1,
    onProgress: piece.onProgress,
  });
  await piece.begun;
  const leasedMs = async () => (await rowOf(merchant)).leasedUntil.getTime() - began;
  for (passedMs = 40_000; passedMs <= 120_000; passedMs += 40_000) {
    await expect.poll(leasedMs, { timeout: 10_000, interval: 5 }).toBe(passedMs + 60_000);
    // Meanwhile a call and a worker find the advance leased.
    await expect(start(merchant, to, readClock())).rejects.toThrow(running);
    expect(await runTestClocks(db, readClock(), { readClock, storeId: merchant.store.id })).toBe(0);
  }
  piece.finish();
  expect((await arrived).endsAt.toISOString()).toBe(to);
  expect((await orderOf(sessionId)).periodNumber).toBe(2);
});

test('neither extends nor finishes a lost advance, and starts no further work', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  const to = daysAfter(merchant.at, 65);
  const [slow, quick] = [newPiece(), newPiece()];
  const options = { actor, readClock: () => new Date(), heartbeatMs: 1 };
  const first = runAdvance(db, await start(merchant, to), { ...options, onProgress: slow.onProgress });
  const ended = first.then(
    () => 'arrived',
    (error: unknown) => error,
  );
  await slow.begun;
  // Like after the machine's sleep; taken over immediately, before a heartbeat can extend the lease.
  const takenOver = await db.transaction(async (tx) => {
    const store = await lockStore(tx, scopeOfStore(merchant.store));
    const past = new Date(Date.now() - 1000);
    await tx
      .update(testClockAdvances)
      .set({ leasedUntil: past })
      .where(eq(testClockAdvances.storeId, merchant.store.id));
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, new Date(to), new Date());
  });
  const second = runAdvance(db, takenOver, { ...options, heartbeatMs: 3_600_000, onProgress: quick.onProgress });
  await quick.begun;
  const before = await rowOf(merchant);
  slow.finish();
  expect(await ended).toMatchObject({ status: 409, message: running });
  expect(await rowOf(merchant)).toEqual(before);
  expect([before.holder, before.finishedAt]).toEqual([takenOver.holder, null]);
  expect(await paymentsOf(sessionId)).toHaveLength(1);
  quick.finish();
  expect(await second).toMatchObject({ holder: takenOver.holder, endsAt: new Date(to) });
  expect(await providerBalanceOf(merchant)).toBe(3 * 2142);
});

test('stops in the middle of a moment on a reset, after the started work', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  let resetting: Promise<void> | undefined;
  const reset = (tx: Parameters<typeof lockStore>[0]) =>
    lockStore(tx, scopeOfStore(merchant.store)).then(async (store) => {
      if (!store) throw new Error('no store');
      await resetClock(tx, store, actor, new Date());
    });
  let pieces = 0;
  const advancing = runAdvance(db, await start(merchant, daysAfter(merchant.at, 100)), {
    actor,
    readClock: () => new Date(),
    // Reminder, renewal, reminder: the reset comes right before the second renewal.
    onProgress() {
      pieces += 1;
      if (pieces !== 4) return Promise.resolve();
      return new Promise((continueWork) => {
        resetting = raceForLock(reset, async () => continueWork());
      });
    },
  });
  await expect(advancing).rejects.toMatchObject({
    status: 409,
    message: 'The test clock was reset before the advance had finished',
  });
  await resetting;
  expect(await clockOf(merchant)).toBeUndefined();
  const order = await orderOf(sessionId);
  expect(order).toMatchObject({ status: 'active', periodNumber: 2 });
  expect(await paymentsOf(sessionId)).toHaveLength(2);
  const row = await rowOf(merchant);
  expect([row.finishedAt !== null, row.holder, row.endsAt]).toEqual([true, null, order.nextChargeAt]);
  expect(await providerBalanceOf(merchant)).toBe(2 * 2142);
});

test('advances one of two stores of a merchant that start concurrently, and rejects the other', async () => {
  const merchant = await newFrozenMerchant();
  const { body } = await merchant.call('store/create-store', { name: 'Second' });
  const storeId = body.data.store.id as string;
  const { at } = (await merchant.call('test-clock/create', { storeId })).body.data.testClock;
  const other = await findStore(db, fromShortId('STO', storeId) ?? '');
  if (!other) throw new Error('no store');
  const answered = raceForLock(
    async (tx) => {
      const store = await lockStore(tx, scopeOfStore(merchant.store));
      if (!store) throw new Error('no store');
      await startAdvance(tx, store, new Date(daysAfter(merchant.at, 1)), new Date());
    },
    () => db.transaction((tx) => startAdvance(tx, other, new Date(daysAfter(at, 1)), new Date())).catch(String),
  );
  expect(await answered).toContain('Another of your test clocks is being advanced');
});

test('completes a long advance in slices by the worker', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  const to = daysAfter(merchant.at, 400);
  await start(merchant, to, new Date(Date.now() - 120_000));
  const options = { readClock: () => new Date(), storeId: merchant.store.id, sliceMs: 250 };
  await runTestClocks(db, new Date(), options);
  expect(await clockOf(merchant)).toBe(to);
  expect((await orderOf(sessionId)).periodNumber).toBe(14);
}, 60_000);
