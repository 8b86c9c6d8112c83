import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { idempotencyKeys, refunds, sandboxCharges, testClockAdvances } from '#db/schema/index.ts';
import { leaseKey } from '#server/api/data/idempotency.ts';
import { digestsOf } from '#server/api/idempotency.ts';
import { newId, newUnguessableId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStore } from '#server/stores/stores.ts';
import { db } from '#server/testing/api.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import {
  clockOf,
  daysAfter,
  type FrozenMerchant,
  newFrozenMerchant,
  providerBalanceOf,
  subscribe,
} from '#server/testing/test-clock.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { runAdvance, startAdvance } from './advance.ts';
import { runTestClocks } from './run-test-clocks.ts';

const options = (merchant: FrozenMerchant) => ({ readClock: () => new Date(), storeId: merchant.store.id });

/** Advances in a separate process, which is killed at a piece of work. */
async function dieAdvancing(merchant: FrozenMerchant, to: string, piece: number, delayMs: number) {
  const child = spawn(
    process.execPath,
    [
      'server/testing/crashes/die-while-advancing.ts',
      databaseUrl,
      merchant.store.id,
      to,
      String(piece),
      String(delayMs),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

/** Expires the lease, as after a long silence of its holder. */
const expireLease = (merchant: FrozenMerchant) =>
  db
    .update(testClockAdvances)
    .set({ leasedUntil: new Date(Date.now() - 1000) })
    .where(eq(testClockAdvances.storeId, merchant.store.id));

/** Checks that each period was paid and recorded once, also at the provider and in the ledger. */
async function expectEachPeriodOnce(merchant: FrozenMerchant, sessions: readonly string[], periods: number) {
  for (const sessionId of sessions) {
    const rows = await paymentsOf(sessionId);
    const succeeded = rows.filter(({ status }) => status === 'succeeded');
    expect(succeeded.map(({ periodNumber }) => periodNumber)).toEqual(
      Array.from({ length: periods }, (_, index) => index + 1),
    );
    const charges = await db
      .select()
      .from(sandboxCharges)
      .where(
        inArray(
          sandboxCharges.key,
          rows.map(({ id }) => id),
        ),
      );
    const captured = charges.filter(({ status }) => status === 'succeeded');
    expect(captured.map(({ key }) => key).toSorted()).toEqual(succeeded.map(({ id }) => id).toSorted());
  }
  expect(await providerBalanceOf(merchant)).toBe(sessions.length * periods * 2142);
}

test('continues after repeated kill -9 without losing or repeating anything', async () => {
  const merchant = await newFrozenMerchant();
  const sessions = [await subscribe(merchant), await subscribe(merchant), await subscribe(merchant)];
  const to = daysAfter(merchant.at, 190);
  for (const [piece, delayMs] of [
    [3, 0],
    [2, 4],
    [4, 12],
  ] as const) {
    await dieAdvancing(merchant, to, piece, delayMs);
    const at = await clockOf(merchant);
    expect(at && at > merchant.at && at < to).toBe(true);
    // No other process takes over during the lease.
    await expect(merchant.advance(to)).rejects.toThrow('is being advanced');
    await expireLease(merchant);
  }
  const { testClock, timeline } = await merchant.advance(to);
  expect(testClock.at).toBe(to);
  const renewed = timeline.filter(({ type }) => type === 'subscription.renewed');
  // The timeline includes the work of killed processes.
  expect(renewed.map(({ objectId, summary }) => `${objectId} ${summary}`).toSorted()).toEqual(
    (
      await Promise.all(
        sessions.map(async (sessionId) => {
          const id = toShortId('ORD', (await orderOf(sessionId)).id);
          return [2, 3, 4, 5, 6, 7].map((period) => `${id} Subscription renewed, period ${period}`);
        }),
      )
    )
      .flat()
      .toSorted(),
  );
  expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
  await expectEachPeriodOnce(merchant, sessions, 7);
  // A repeated call returns the same advance.
  expect((await merchant.advance(to)).timeline).toEqual(timeline);
  const rows = await db.select().from(testClockAdvances).where(eq(testClockAdvances.storeId, merchant.store.id));
  expect(rows).toHaveLength(1);
}, 60_000);

test('continues in the worker after kill -9, and reports it to the next call', async () => {
  const merchant = await newFrozenMerchant();
  const sessions = [await subscribe(merchant)];
  const to = daysAfter(merchant.at, 65);
  await dieAdvancing(merchant, to, 2, 4);
  await runTestClocks(db, new Date(), options(merchant));
  const midway = await clockOf(merchant);
  expect(midway && midway < to).toBe(true);
  await expireLease(merchant);
  // A stopping worker leaves the advance to the next one, before or during its work.
  const stopping = new AbortController();
  const readClock = () => {
    stopping.abort();
    return new Date();
  };
  expect(await runTestClocks(db, new Date(), { ...options(merchant), readClock, signal: stopping.signal })).toBe(0);
  expect(await clockOf(merchant)).not.toBe(to);
  await expireLease(merchant);
  // Several workers run one advance.
  const done = await Promise.all([1, 2, 3].map(() => runTestClocks(db, new Date(), options(merchant))));
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(await clockOf(merchant)).toBe(to);
  await expectEachPeriodOnce(merchant, sessions, 3);
  const { timeline } = await merchant.advance(to);
  expect(timeline.filter(({ type }) => type === 'subscription.renewed')).toHaveLength(2);
}, 60_000);

test('stops with an error after another process has taken over', async () => {
  const merchant = await newFrozenMerchant();
  await subscribe(merchant);
  const to = daysAfter(merchant.at, 65);
  const started = await db.transaction(async (tx) => {
    const store = await lockStore(tx, scopeOfStore(merchant.store));
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, new Date(to), new Date());
  });
  let pieces = 0;
  const running = {
    actor: { kind: 'operator', by: 'test' } as const,
    readClock: () => new Date(),
    async onProgress() {
      pieces += 1;
      if (pieces === 2) {
        await expireLease(merchant);
        await merchant.advance(to);
      }
    },
  };
  await expect(runAdvance(db, started, running)).rejects.toMatchObject({ status: 409 });
  expect(await clockOf(merchant)).toBe(to);
  expect(await providerBalanceOf(merchant)).toBe(3 * 2142);
});

test('runs due work in the worker while the clock is frozen', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  const order = await orderOf(sessionId);
  const [payment] = await paymentsOf(sessionId);
  const at = new Date(merchant.at);
  await db.insert(refunds).values({
    id: newId(),
    merchantId: merchant.id,
    storeId: merchant.store.id,
    environment: 'test',
    orderId: order.id,
    paymentId: payment?.id ?? '',
    provider: 'sandbox',
    status: 'pending',
    currency: 'USD',
    amountMinor: 100,
    taxMinor: 16,
    requestedBy: { kind: 'operator', by: 'test' },
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
  });
  expect(await runTestClocks(db, new Date(Date.now() + 400 * 86_400_000), options(merchant))).toBe(1);
  expect(await providerBalanceOf(merchant)).toBe(2042);
  // Later work is not due, regardless of real time.
  expect(await orderOf(sessionId)).toMatchObject({ periodNumber: 1 });
  expect(await clockOf(merchant)).toBe(merchant.at);
});

test('continues a killed call under its idempotency key once its lease expires', async () => {
  const merchant = await newFrozenMerchant();
  const sessions = [await subscribe(merchant)];
  const to = daysAfter(merchant.at, 40);
  const key = newUnguessableId();
  const call = () =>
    merchant.call('test-clock/advance', { storeId: merchant.storeId, to }, { headers: { 'X-Idempotency-Key': key } });
  // The state that the gateway leaves after a killed call: its leased key, and the advance.
  await dieAdvancing(merchant, to, 2, 0);
  const scope = `merchant ${merchant.id} test /v1/actions/test-clock/advance`;
  const bodyDigests = digestsOf({ storeId: merchant.storeId, to });
  const holder = newUnguessableId();
  await leaseKey(db, { merchantId: merchant.id, scope, key, bodyDigests, holder }, new Date());
  expect((await call()).body.errors[0].message).toBe('Request with this idempotency key is already being processed');
  await db.update(idempotencyKeys).set({ leasedUntil: new Date() }).where(eq(idempotencyKeys.key, key));
  await expireLease(merchant);
  const first = await call();
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
  await expectEachPeriodOnce(merchant, sessions, 2);
  const again = await call();
  expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
});
