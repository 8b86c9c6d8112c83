/** Stores' own time in their test environment: what it is, and how it is moved on. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, not, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { events, payments, stores, testClockAdvances } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import type { Store } from '#server/stores/stores.ts';

export type Advance = typeof testClockAdvances.$inferSelect;

/** What time it is in a store: its test clock's, where one is set, else `now`. In prod nobody is asked. */
export async function readStoreTime(tx: Tx, storeId: string, environment: Environment, now: Date): Promise<Date> {
  if (environment !== 'test') return now;
  const [store] = await clockOfStore(tx, { storeId });
  return store ? storeTime(store, environment, now) : now;
}

const clockOfStore = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db.select({ testClockAt: stores.testClockAt }).from(stores).where(eq(stores.id, storeId)),
);

/** Sets a store's test clock; null takes it away. No change of the store itself: `updatedAt` stays. */
export const setTestClock = (tx: Tx, storeId: string, testClockAt: Date | null) =>
  tx.update(stores).set({ testClockAt }).where(eq(stores.id, storeId));

/** The advance of a store's clock that has not arrived. Lock the store first, and it stays that. */
export const findOpenAdvance = async (tx: Tx, storeId: string): Promise<Advance | undefined> =>
  (
    await tx
      .select()
      .from(testClockAdvances)
      .where(and(eq(testClockAdvances.storeId, storeId), isNull(testClockAdvances.finishedAt)))
  )[0];

/**
 * Whether somebody is at an advance in another of that merchant's stores, in real time. Until the transaction ends nobody
 * else hears a no for that merchant: two stores' clocks cannot both set out.
 */
export const isAdvancingElsewhere = async (
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  now: Date,
): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`test clocks of ${store.merchantId}`}, 0))`);
  const elsewhere = and(
    eq(testClockAdvances.merchantId, store.merchantId),
    ne(testClockAdvances.storeId, store.id),
    isNull(testClockAdvances.finishedAt),
    gt(testClockAdvances.leasedUntil, now),
  );
  return (await tx.select({ id: testClockAdvances.id }).from(testClockAdvances).where(elsewhere).limit(1)).length > 0;
};

/** The newest advance of a store's clock, whether or not it has arrived. */
export const findLatestAdvance = async (tx: Tx, storeId: string): Promise<Advance | undefined> =>
  (
    await tx
      .select()
      .from(testClockAdvances)
      .where(eq(testClockAdvances.storeId, storeId))
      .orderBy(desc(testClockAdvances.createdAt), desc(testClockAdvances.id))
      .limit(1)
  )[0];

/** Advances that nobody is at any more, those that were left first first. */
export const listBrokenAdvances = (tx: Tx, now: Date, storeId?: string): Promise<Advance[]> =>
  tx
    .select()
    .from(testClockAdvances)
    .where(
      and(
        isNull(testClockAdvances.finishedAt),
        lte(testClockAdvances.leasedUntil, now),
        storeId === undefined ? undefined : eq(testClockAdvances.storeId, storeId),
      ),
    )
    .orderBy(asc(testClockAdvances.leasedUntil));

/** Whose an advance is, and for how long unless they say that they are still at it. */
export type Lease = Pick<Advance, 'leasedUntil'> & { readonly holder: string };

/** The intent to advance the clock of a locked store. */
export async function insertAdvance(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  span: Pick<Advance, 'startsAt' | 'endsAt'> & Lease,
  now: Date,
): Promise<Advance> {
  const [row] = await tx
    .insert(testClockAdvances)
    .values({ id: newId(), merchantId: store.merchantId, storeId: store.id, ...span, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('insert returned no advance');
  return row;
}

const isOpen = ({ id, storeId }: Pick<Advance, 'id' | 'storeId'>) =>
  and(eq(testClockAdvances.id, id), eq(testClockAdvances.storeId, storeId), isNull(testClockAdvances.finishedAt));

/** Names an advance, and who believes to have it. */
export type Held = Pick<Advance, 'id' | 'storeId' | 'holder'>;

/** It is open, and whoever asks has it. */
const isOurs = (advance: Held) =>
  advance.holder === null ? sql`false` : and(isOpen(advance), eq(testClockAdvances.holder, advance.holder));

/**
 * Gives an advance of a locked store, which nobody has been at for as long as its lease, to another. Undefined where its
 * holder has just said that they are still at it.
 */
export const takeAdvance = async (tx: Tx, advance: Advance, lease: Lease, now: Date): Promise<Advance | undefined> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ ...lease, updatedAt: now })
      .where(and(isOpen(advance), lte(testClockAdvances.leasedUntil, now)))
      .returning()
  )[0];

/** Writes to an advance that is ours. Undefined where somebody else has it by now, or it is over. */
export const saveAdvance = async (
  tx: Tx,
  advance: Held,
  changes: Partial<Pick<Advance, 'endsAt' | 'finishedAt'>>,
  now: Date,
): Promise<Advance | undefined> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ ...changes, updatedAt: now })
      .where(isOurs(advance))
      .returning()
  )[0];

/** How long an advance is ours unless we say more; false where it is ours no longer. Nothing else of it is touched. */
export const extendAdvance = async (tx: Tx, advance: Held, leasedUntil: Date): Promise<boolean> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ leasedUntil })
      .where(isOurs(advance))
      .returning({ id: testClockAdvances.id })
  ).length > 0;

/** Ends an advance of a locked store where its clock has come to, whoever has it: they have it no longer. */
export const stopAdvance = (tx: Tx, advance: Advance, endsAt: Date, now: Date) =>
  tx.update(testClockAdvances).set({ endsAt, holder: null, finishedAt: now, updatedAt: now }).where(isOpen(advance));

/** Takes an advance of ours back that nobody has been at, as if it had never been asked for. */
export const deleteUntouchedAdvance = (tx: Tx, advance: Held) =>
  tx
    .delete(testClockAdvances)
    .where(and(isOurs(advance), eq(testClockAdvances.updatedAt, testClockAdvances.createdAt)));

/** How an advance stands. */
export const findAdvance = async (tx: Tx, { id, storeId }: Held): Promise<Advance | undefined> =>
  (
    await tx
      .select()
      .from(testClockAdvances)
      .where(and(eq(testClockAdvances.id, id), eq(testClockAdvances.storeId, storeId)))
  )[0];

/**
 * Whether a store's clock says `at` and the advance, if it is about one, is still ours. If so, both stay that way until
 * the transaction ends: whoever moves the clock, takes the advance over or stops it locks the store first.
 */
export async function holdsClock(tx: Tx, storeId: string, at: Date, advance?: Held): Promise<boolean> {
  const [store] = await tx.select({ at: stores.testClockAt }).from(stores).where(eq(stores.id, storeId)).for('share');
  if (store?.at?.getTime() !== at.getTime()) return false;
  if (!advance) return true;
  // A statement of its own: it sees what was written while the first one waited for the lock.
  return (await tx.select({ id: testClockAdvances.id }).from(testClockAdvances).where(isOurs(advance))).length > 0;
}

/** Stores whose clock stands still, with no advance under way: what is due there is done at their own time. */
export const listFrozenStores = (tx: Tx, storeId?: string): Promise<Store[]> => {
  const open = tx
    .select({ storeId: testClockAdvances.storeId })
    .from(testClockAdvances)
    .where(isNull(testClockAdvances.finishedAt));
  return tx
    .select()
    .from(stores)
    .where(
      and(
        isNotNull(stores.testClockAt),
        not(inArray(stores.id, open)),
        storeId === undefined ? undefined : eq(stores.id, storeId),
      ),
    )
    .orderBy(asc(stores.id));
};

const ofClock = ['test_clock.created', 'test_clock.advanced', 'test_clock.reset'];

/**
 * What happened in a store during an advance, in order, and how much of it there was. Moments may be shared with what was
 * done before and after at a clock that stood still: ids tell, which are made in the order of real time.
 */
export async function listAdvanceEvents(
  tx: Tx,
  advance: Advance,
  limit: number,
): Promise<{ rows: EventRow[]; total: number }> {
  const inTest = and(eq(events.storeId, advance.storeId), eq(events.environment, 'test'));
  const isEnd = and(eq(events.createdAt, advance.endsAt), eq(events.type, 'test_clock.advanced'));
  const isOwnEnd = and(isEnd, sql`${events.data}->>'advanceId' = ${advance.id}`);
  const [end] = await tx.select({ id: events.id }).from(events).where(and(inTest, isOwnEnd));
  const during = and(
    inTest,
    gte(events.createdAt, advance.startsAt),
    lte(events.createdAt, advance.endsAt),
    gt(events.id, advance.id),
    end && lt(events.id, end.id),
    not(inArray(events.type, ofClock)),
  );
  const rows = await tx.select().from(events).where(during).orderBy(asc(events.createdAt), asc(events.id)).limit(limit);
  if (rows.length < limit) return { rows, total: rows.length };
  const [all] = await tx
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(events)
    .where(during);
  return { rows, total: all?.total ?? rows.length };
}

/** What payments of a store came to, by their Short ID: what an event tells of them beside. */
export async function readPaymentAmounts(
  tx: Tx,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { amountMinor: number; currency: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: payments.id, amountMinor: payments.amountMinor, currency: payments.currency })
    .from(payments)
    .where(and(eq(payments.storeId, storeId), inArray(payments.id, [...new Set(ids)])));
  return new Map(rows.map(({ id, ...amount }) => [toShortId('PAY', id), amount]));
}
