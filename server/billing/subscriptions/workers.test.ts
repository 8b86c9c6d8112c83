/** Concurrent workers, slow providers and crashed workers: each period is charged once, and delays stay local. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { orders, payments, sandboxCharges } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { isRow, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '#server/testing/api.ts';
import { onlyProvider, withChargeHandler } from '#server/testing/crashes/unreliable-sandbox.ts';
import { copySubscription, newSubscription, paymentsOf } from '#server/testing/orders/subscriptions.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { renewSubscriptions } from './charge-renewals.ts';

const sandbox = sandboxProvider(db);
const hour = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000);

/** Subscriptions of one store that are due at the same time. */
async function newSubscriptions(count: number) {
  const first = await newSubscription();
  const ids = [first.id, ...(await copySubscription(first, count - 1))];
  const { merchant } = first;
  const rows = () => db.select().from(orders).where(eq(orders.storeId, merchant.store.id));
  return {
    ...first,
    ids,
    /** All renewal payments, regardless of their status. */
    renewals: async () => (await paymentsOf(merchant)).filter(({ periodNumber }) => periodNumber > 1),
    rows,
    periods: async () => (await rows()).map(({ periodNumber }) => Number(periodNumber)).toSorted((a, b) => a - b),
  };
}

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

test('charges each subscription once with eight concurrent workers', async () => {
  const { merchant, due, renewals, periods } = await newSubscriptions(40);
  const { db: pool, close } = openDatabase(databaseUrl, { max: 8, applicationName: 'counterfoil-tests' });
  try {
    const run = () =>
      renewSubscriptions(pool, due, { scope: { merchantId: merchant.id, storeId: merchant.store.id }, batch: 4 });
    const processed = await Promise.all(Array.from({ length: 8 }, run));
    const rest = await renewSubscriptions(pool, due, {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
    });
    expect(processed.reduce((sum, count) => sum + count, rest)).toBe(40);
    expect(processed.filter((count) => count > 0).length).toBeGreaterThan(1);
  } finally {
    await close();
  }
  expect(await periods()).toEqual(times(40, 2));
  expect((await renewals()).map(({ status }) => status)).toEqual(times(40, 'succeeded'));
}, 60_000);

test('leaves a charge open if its outcome cannot be recorded, without affecting its batch', async () => {
  const { renew, settle, due, renewals, periods } = await newSubscriptions(12);
  let requests = 0;
  const provider = withChargeHandler(async (charge, now) => {
    const outcome = await sandbox.charge(charge, now);
    requests += 1;
    // A character that PostgreSQL cannot store.
    return requests === 5 ? { ...outcome, providerPaymentId: 'sandbox_\0' } : outcome;
  });
  await renew(due, onlyProvider(provider as typeof sandbox));
  expect(requests).toBe(12);
  expect((await renewals()).map(({ status }) => status).toSorted()).toEqual(['processing', ...times(11, 'succeeded')]);
  expect(await periods()).toEqual([1, ...times(11, 2)]);
  expect(await settle(hour(due, 1))).toBe(1);
  expect(await periods()).toEqual(times(12, 2));
});

test('charges each missed period once, in order, after three months without a worker', async () => {
  const { startedAt, renew, payments: paid, order } = await newSubscription();
  const late = hour(periodStart(startedAt, 'monthly', 4), 7);
  while ((await renew(late)) > 0);
  const rows = await paid();
  expect(rows.map(({ periodNumber, status }) => [periodNumber, status])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, 'succeeded']),
  );
  expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(await order()).toMatchObject({
    status: 'active',
    currentPeriodStart: periodStart(startedAt, 'monthly', 4),
    nextChargeAt: periodStart(startedAt, 'monthly', 5),
  });
});

test('does not delay the renewals of one store for another', async () => {
  const [one, other] = [await newSubscription(), await newSubscription()];
  await db.transaction(async (tx) => {
    await tx
      .select()
      .from(orders)
      .where(isRow(orders, { id: one.id, ...scopeOfStore(one.merchant.store) }))
      .for('update');
    expect(await one.renew(one.due)).toBe(0);
    expect(await other.renew(other.due)).toBe(1);
  });
  expect(await one.renew(one.due)).toBe(1);
});

describe('order and fairness', () => {
  test('charges the longest due first, across batches', async () => {
    const { ids, due, renew } = await newSubscriptions(7);
    const positions = [3, 0, 6, 1, 5, 2, 4];
    const since = (position: number) => hour(due, position - 10);
    for (const [index, position] of positions.entries()) {
      await db
        .update(orders)
        .set({ nextChargeAt: since(position) })
        .where(eq(orders.id, ids[index] ?? ''));
    }
    const requests: string[] = [];
    const provider = withChargeHandler(async (charge, now) => {
      requests.push(charge.key);
      return await sandbox.charge(charge, now);
    });
    await renew(due, { ...onlyProvider(provider), concurrency: 1, batch: 2 });
    const rows = await db.select().from(payments).where(inArray(payments.id, requests));
    const orderOf = new Map(rows.map(({ id, orderId }) => [id, orderId]));
    expect(requests.map((key) => positions[ids.indexOf(orderOf.get(key) ?? '')])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('does not block other charges or later batches with a slow charge', async () => {
    const { due, renew, periods } = await newSubscriptions(12);
    const others = Promise.withResolvers<void>();
    let requests = 0;
    let done = 0;
    const provider = withChargeHandler(async (charge, now) => {
      requests += 1;
      if (requests === 1) await others.promise;
      const outcome = await sandbox.charge(charge, now);
      done += 1;
      if (done === 11) others.resolve();
      return outcome;
    });
    await renew(due, { ...onlyProvider(provider), concurrency: 2, batch: 4, limitMs: 15_000 });
    expect(await periods()).toEqual(times(12, 2));
  });

  test('ends the run despite a hanging charge, which the worker settles later', async () => {
    const { due, renew, settle, periods, renewals } = await newSubscriptions(5);
    let requests = 0;
    const provider = withChargeHandler(async (charge, now) => {
      requests += 1;
      return requests === 1 ? await new Promise(() => {}) : await sandbox.charge(charge, now);
    });
    expect(await renew(due, { ...onlyProvider(provider), limitMs: 3_000 })).toBe(5);
    expect(await periods()).toEqual([1, 2, 2, 2, 2]);
    await settle(hour(due, 1));
    // Later, because a charge that never arrived is retried after a delay.
    await renew(hour(due, 2));
    expect(await periods()).toEqual(times(5, 2));
    expect((await renewals()).filter(({ status }) => status === 'succeeded')).toHaveLength(5);
  });

  test('asks the provider for the next charge after an outage', async () => {
    const { due, renew, settle, periods } = await newSubscriptions(3);
    let requests = 0;
    const providerOf = () => {
      requests += 1;
      if (requests === 1) throw new Error('not set up');
      return sandbox;
    };
    await renew(due, { providerOf });
    expect(await periods()).toEqual([1, 2, 2]);
    await settle(hour(due, 1));
    await renew(hour(due, 2));
    expect(await periods()).toEqual(times(3, 2));
  });

  test('inserts only as many charges as are sent soon', async () => {
    const { due, renew, periods, renewals } = await newSubscriptions(50);
    const counted = Promise.withResolvers<void>();
    const provider = withChargeHandler(async (charge, now) => {
      await counted.promise;
      return await sandbox.charge(charge, now);
    });
    const run = renew(due, onlyProvider(provider));
    await expect.poll(async () => (await renewals()).length).toBeGreaterThan(0);
    const written = (await renewals()).length;
    counted.resolve();
    await run;
    expect(written).toBe(40);
    expect(await periods()).toEqual(times(50, 2));
  });

  test('starts no further batch after an abort, and finishes the current one', async () => {
    const { due, renew, periods } = await newSubscriptions(9);
    const stop = new AbortController();
    let requests = 0;
    const provider = withChargeHandler(async (charge, now) => {
      requests += 1;
      if (requests === 3) stop.abort();
      return await sandbox.charge(charge, now);
    });
    expect(await renew(due, { ...onlyProvider(provider), batch: 2, concurrency: 2, signal: stop.signal })).toBe(4);
    expect((await periods()).filter((number) => number === 2)).toHaveLength(4);
    expect(await renew(due)).toBe(5);
  });

  test('finishes the charges in flight if the next batch fails', async () => {
    const { merchant, due, rows } = await newSubscriptions(6);
    let processed = 0;
    const broken = new Proxy(db, {
      get: (given, name) => {
        const value = Reflect.get(given, name);
        if (name !== 'transaction') return value;
        return async (work: Parameters<typeof db.transaction>[0]) => {
          processed += 1;
          if (processed === 2) throw new Error('the database is gone');
          return await db.transaction(work);
        };
      },
    });
    const provider = withChargeHandler(async (charge, now) => {
      // The second batch has failed before this.
      await expect.poll(() => processed).toBeGreaterThan(1);
      return await sandbox.charge(charge, now);
    });
    const options = {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
      batch: 2,
      concurrency: 3,
      ...onlyProvider(provider),
    };
    await expect(renewSubscriptions(broken, due, options)).rejects.toThrow('the database is gone');
    expect((await rows()).filter(({ periodNumber }) => periodNumber === 2)).toHaveLength(2);
    expect((await rows()).filter(({ nextChargeAt }) => nextChargeAt?.getTime() === due.getTime())).toHaveLength(4);
  });
});

test('pays each of 240 renewals once despite repeated kill -9', async () => {
  const { merchant, ids, due, renew, settle, rows, renewals } = await newSubscriptions(240);
  let now = due;
  for (const [count, when] of [
    [20, 'after'],
    [10, 'before'],
    [0, 'after'],
    [50, 'before'],
  ] as const) {
    const child = spawn(process.execPath, [
      'server/testing/crashes/die-while-renewing.ts',
      databaseUrl,
      merchant.id,
      merchant.store.id,
      now.toISOString(),
      String(count),
      when,
    ]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    now = hour(now, 1);
  }
  const isLeft = (await rows()).filter(({ periodNumber }) => periodNumber === 1).length;
  expect(isLeft).toBeGreaterThan(0);
  expect((await renewals()).filter(({ status }) => status === 'processing').length).toBeGreaterThan(1);
  await settle(now);
  // Charges that never arrived are retried after a minute.
  now = hour(now, 1);
  while ((await renew(now)) > 0);
  const after = await rows();
  expect(after.map(({ status, periodNumber }) => `${status} ${periodNumber}`)).toEqual(times(240, 'active 2'));
  const end = periodStart(after[0]?.startedAt ?? due, 'monthly', 2);
  expect(after.every(({ nextChargeAt }) => nextChargeAt?.getTime() === end.getTime())).toBe(true);
  const attempts = await renewals();
  expect(attempts.filter(({ status }) => status === 'succeeded').map(({ orderId }) => orderId)).toHaveLength(240);
  expect(new Set(attempts.filter(({ status }) => status === 'succeeded').map(({ orderId }) => orderId)).size).toBe(240);
  expect(new Set(attempts.map(({ orderId }) => orderId))).toEqual(new Set(ids));
  const processed = await db
    .select({ key: sandboxCharges.key })
    .from(sandboxCharges)
    .where(
      and(
        inArray(
          sandboxCharges.key,
          attempts.map(({ id }) => id),
        ),
        eq(sandboxCharges.status, 'succeeded'),
      ),
    );
  expect(processed).toHaveLength(240);
  expect(await renew(addDays(due, 1))).toBe(0);
}, 120_000);
