import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testClockAdvances } from '#db/schema/index.ts';
import { advance } from '#server/actions/test-clock/advance.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { lockStore } from '#server/stores/stores.ts';
import { db } from '#server/testing/api.ts';
import {
  clockOf,
  daysAfter,
  type FrozenMerchant,
  newFrozenMerchant,
  orderOf,
  subscribe,
} from '#server/testing/test-clock.ts';
import { type Running, runAdvance, startAdvance } from './advance.ts';
import { newSemaphore, processSemaphore, type Turn } from './semaphore.ts';

const never = new AbortController().signal;
const gone = AbortSignal.abort();

async function taken(turns: ReturnType<typeof newSemaphore>): Promise<Turn> {
  const turn = await turns.take(never);
  if (!turn) throw new Error('no turn');
  return turn;
}

test('so many at the same time; whoever waits longest is next, and whoever gave up is not', async () => {
  const turns = newSemaphore(2);
  const [first, second] = [await taken(turns), await taken(turns)];
  expect(await turns.take(gone)).toBeUndefined();
  const order: string[] = [];
  const impatience = new AbortController();
  const impatient = turns.take(impatience.signal);
  const named = async (name: string) => {
    const turn = await taken(turns);
    order.push(name);
    return turn;
  };
  const [third, fourth] = [named('third'), named('fourth')];
  impatience.abort();
  expect(await impatient).toBeUndefined();
  first.end();
  const atWork = await third;
  expect(order).toEqual(['third']);
  // Whoever has one lets the other go first, and has it back afterwards.
  const passed = atWork.pass().then(() => order.push('third again'));
  const last = await fourth;
  expect(order).toEqual(['third', 'fourth']);
  last.end();
  await passed;
  second.end();
  atWork.end();
  // All of them are free again, and no more than there were.
  const [again, once] = [await taken(turns), await taken(turns)];
  expect(await turns.take(gone)).toBeUndefined();
  again.end();
  once.end();
});

const started = (merchant: FrozenMerchant, to: string) =>
  db.transaction(async (tx) => {
    const store = await lockStore(tx, merchant.store.id);
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, new Date(to), new Date());
  });

const ours = { actor: { kind: 'operator', by: 'test' }, readClock: () => new Date() } as const;

const run = async (merchant: FrozenMerchant, to: string, more: Partial<Running>) =>
  await runAdvance(db, await started(merchant, to), { ...ours, ...more });

test('clocks of several merchants share the turns, one moment each, and all arrive', async () => {
  const merchants = await Promise.all([1, 2, 3].map(newFrozenMerchant));
  const sessions = await Promise.all(merchants.map((merchant) => subscribe(merchant)));
  const turns = newSemaphore(1);
  const pieces: number[] = [];
  const advances = await Promise.all(merchants.map((merchant) => started(merchant, daysAfter(merchant.at, 65))));
  await Promise.all(
    advances.map((advance, place) =>
      runAdvance(db, advance, {
        ...ours,
        turns,
        stillAtIt: async () => {
          pieces.push(place);
        },
      }),
    ),
  );
  for (const sessionId of sessions) expect(await orderOf(sessionId)).toMatchObject({ periodNumber: 3 });
  // A reminder and a renewal for each of two months; nobody waits until another has arrived.
  expect(pieces).toHaveLength(12);
  const firstOf = (place: number) => pieces.indexOf(place);
  const lastOf = (place: number) => pieces.lastIndexOf(place);
  expect(Math.max(...[0, 1, 2].map(firstOf))).toBeLessThan(Math.min(...[0, 1, 2].map(lastOf)));
}, 60_000);

test('where no turn comes, 429 with Retry-After, as if nobody had asked; one that broke off is left to be carried on', async () => {
  const merchant = await newFrozenMerchant();
  const turns = newSemaphore(1);
  const turn = await taken(turns);
  const to = daysAfter(merchant.at, 1);
  const refused = expect.objectContaining({ status: 429, headers: { 'Retry-After': '5' } });
  await expect(run(merchant, to, { turns, patienceMs: 1 })).rejects.toEqual(refused);
  const rows = () => db.select().from(testClockAdvances).where(eq(testClockAdvances.storeId, merchant.store.id));
  expect([await clockOf(merchant), await rows()]).toEqual([merchant.at, []]);

  await started(merchant, to);
  await db
    .update(testClockAdvances)
    .set({ leasedUntil: new Date(Date.now() - 1000) })
    .where(eq(testClockAdvances.storeId, merchant.store.id));
  const further = daysAfter(merchant.at, 2);
  await expect(run(merchant, further, { turns, patienceMs: 1 })).rejects.toEqual(refused);
  const [left] = await rows();
  expect(left).toMatchObject({ finishedAt: null, endsAt: new Date(to) });
  expect(left && left.leasedUntil <= new Date()).toBe(true);

  turn.end();
  await run(merchant, further, { turns, patienceMs: 1 });
  expect(await clockOf(merchant)).toBe(further);
});

test('the endpoint waits for its turn', async () => {
  const merchant = await newFrozenMerchant();
  const turns = [await taken(processSemaphore()), await taken(processSemaphore())];
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
  for (const turn of turns) turn.end();
  expect(JSON.parse((await answer).body).data.testClock.at).toBe(to);
});
