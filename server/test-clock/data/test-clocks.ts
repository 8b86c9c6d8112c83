/** Test clocks of stores, and their advances. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, not, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { events, payments, stores, testClockAdvances } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { hasMerchant } from '#server/platform/data/job-scope.ts';
import { lockByName } from '#server/platform/data/merchant-lock.ts';
import { inStore, isStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import { lockStoreRow } from '#server/stores/data/store-locks.ts';
import { findStoreScope } from '#server/stores/data/store-merchants.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import type { Store } from '#server/stores/stores.ts';

export type Advance = typeof testClockAdvances.$inferSelect;

/** A store's time: its test clock's, if set; otherwise `now`. No query in prod. */
export async function readStoreTime(tx: Tx, storeId: string, environment: Environment, now: Date): Promise<Date> {
  if (environment !== 'test') return now;
  const store = await findClock(tx, await findStoreScope(tx, storeId));
  return store ? storeTime(store, environment, now) : now;
}

const findClock = async (tx: Tx, scope: StoreScope | undefined) => scope && (await clockOfStore(tx, scope))[0];

const clockOfStore = hotStatement((db, scope: Params<StoreScope>) =>
  db.select({ testClockAt: stores.testClockAt }).from(stores).where(isStore(scope)),
);

/** Sets a locked store's test clock; null removes it. The store's `updatedAt` stays. */
export const setTestClock = (tx: Tx, store: StoreScope, testClockAt: Date | null) =>
  tx.update(stores).set({ testClockAt }).where(isStore(store));

/** The unfinished advance of a store's clock. It is stable while the caller holds the store's lock. */
export const findOpenAdvance = async (tx: Tx, scope: StoreScope): Promise<Advance | undefined> =>
  (
    await tx
      .select()
      .from(testClockAdvances)
      .where(and(inStore(testClockAdvances, scope), isNull(testClockAdvances.finishedAt)))
  )[0];

/**
 * Whether another store of the merchant is being advanced, in real time. Serialized per merchant until the transaction ends,
 * so that two clocks cannot start at once.
 */
export const isAdvancingElsewhere = async (
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  now: Date,
): Promise<boolean> => {
  await lockByName(tx, store.merchantId, `test clocks of ${store.merchantId}`);
  const isOtherAdvance = and(
    eq(testClockAdvances.merchantId, store.merchantId),
    ne(testClockAdvances.storeId, store.id),
    isNull(testClockAdvances.finishedAt),
    gt(testClockAdvances.leasedUntil, now),
  );
  return (
    (await tx.select({ id: testClockAdvances.id }).from(testClockAdvances).where(isOtherAdvance).limit(1)).length > 0
  );
};

/** The newest advance of a store's clock, finished or not. */
export const findLatestAdvance = async (tx: Tx, scope: StoreScope): Promise<Advance | undefined> =>
  (
    await tx
      .select()
      .from(testClockAdvances)
      .where(inStore(testClockAdvances, scope))
      .orderBy(desc(testClockAdvances.createdAt), desc(testClockAdvances.id))
      .limit(1)
  )[0];

/** Abandoned advances, the longest abandoned first. */
export const listBrokenAdvances = (tx: Tx, now: Date, storeId?: string): Promise<Advance[]> =>
  searchMerchants(tx, 'everywhere', (scope) =>
    tx
      .select()
      .from(testClockAdvances)
      .where(
        and(
          hasMerchant(scope, testClockAdvances.merchantId),
          isNull(testClockAdvances.finishedAt),
          lte(testClockAdvances.leasedUntil, now),
          storeId === undefined ? undefined : eq(testClockAdvances.storeId, storeId),
        ),
      )
      .orderBy(asc(testClockAdvances.leasedUntil)),
  );

/** The holder of an advance, and when its lease ends without a heartbeat. */
export type Lease = Pick<Advance, 'leasedUntil'> & { readonly holder: string };

/** Inserts the advance of a locked store's clock. */
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

const isAdvance = (advance: Pick<Advance, 'id' | 'merchantId' | 'storeId'>) =>
  and(eq(testClockAdvances.id, advance.id), inStore(testClockAdvances, advance));

const isOpen = (advance: Pick<Advance, 'id' | 'merchantId' | 'storeId'>) =>
  and(isAdvance(advance), isNull(testClockAdvances.finishedAt));

/** References an advance and its presumed holder. */
export type AdvanceKey = Pick<Advance, 'id' | 'merchantId' | 'storeId' | 'holder'>;

/** The condition that an advance is unfinished and has this holder. */
const isHolder = (advance: AdvanceKey) =>
  advance.holder === null ? sql`false` : and(isOpen(advance), eq(testClockAdvances.holder, advance.holder));

/** Takes over an advance of a locked store whose lease has expired; undefined if its holder has just extended it. */
export const takeAdvance = async (tx: Tx, advance: Advance, lease: Lease, now: Date): Promise<Advance | undefined> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ ...lease, updatedAt: now })
      .where(and(isOpen(advance), lte(testClockAdvances.leasedUntil, now)))
      .returning()
  )[0];

/** Saves changes of an advance; undefined if its holder has changed, or if it is finished. */
export const saveAdvance = async (
  tx: Tx,
  advance: AdvanceKey,
  changes: Partial<Pick<Advance, 'endsAt' | 'finishedAt'>>,
  now: Date,
): Promise<Advance | undefined> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ ...changes, updatedAt: now })
      .where(isHolder(advance))
      .returning()
  )[0];

/** Extends the lease; false if the holder has changed. Nothing else changes. */
export const extendAdvance = async (tx: Tx, advance: AdvanceKey, leasedUntil: Date): Promise<boolean> =>
  (
    await tx
      .update(testClockAdvances)
      .set({ leasedUntil })
      .where(isHolder(advance))
      .returning({ id: testClockAdvances.id })
  ).length > 0;

/** Finishes an advance of a locked store at the clock's current time and removes its holder. */
export const stopAdvance = (tx: Tx, advance: Advance, endsAt: Date, now: Date) =>
  tx.update(testClockAdvances).set({ endsAt, holder: null, finishedAt: now, updatedAt: now }).where(isOpen(advance));

/** Deletes an advance that has not started, as if it had never been requested. */
export const deleteUntouchedAdvance = (tx: Tx, advance: AdvanceKey) =>
  tx
    .delete(testClockAdvances)
    .where(and(isHolder(advance), eq(testClockAdvances.updatedAt, testClockAdvances.createdAt)));

/** The current row of an advance. */
export const findAdvance = async (tx: Tx, advance: AdvanceKey): Promise<Advance | undefined> =>
  (await tx.select().from(testClockAdvances).where(isAdvance(advance)))[0];

/**
 * Whether a store's clock is at `at` and the advance, if given, still has its holder. Both stay so until the transaction
 * ends, because every change of them locks the store first.
 */
export async function holdsClock(tx: Tx, store: StoreScope, at: Date, advance?: AdvanceKey): Promise<boolean> {
  const found = await lockStoreRow(tx, store, 'share');
  if (found?.testClockAt?.getTime() !== at.getTime()) return false;
  if (!advance) return true;
  return (await tx.select({ id: testClockAdvances.id }).from(testClockAdvances).where(isHolder(advance))).length > 0;
}

/** Stores with a frozen clock and without an advance; their due work is done at their own time. */
export const listFrozenStores = (tx: Tx, storeId?: string): Promise<Store[]> =>
  searchMerchants(tx, 'everywhere', (scope) => {
    const open = tx
      .select({ storeId: testClockAdvances.storeId })
      .from(testClockAdvances)
      .where(and(hasMerchant(scope, testClockAdvances.merchantId), isNull(testClockAdvances.finishedAt)));
    return tx
      .select()
      .from(stores)
      .where(
        and(
          hasMerchant(scope, stores.merchantId),
          isNotNull(stores.testClockAt),
          not(inArray(stores.id, open)),
          storeId === undefined ? undefined : eq(stores.id, storeId),
        ),
      )
      .orderBy(asc(stores.id));
  });

const clockEventTypes = ['test_clock.created', 'test_clock.advanced', 'test_clock.reset'];

/**
 * The events of a store during an advance, in order, and their total number. Work at the frozen clock before and after may
 * have the same times, so IDs, which follow real time, tell them apart.
 */
export async function listAdvanceEvents(
  tx: Tx,
  advance: Advance,
  limit: number,
): Promise<{ rows: EventRow[]; total: number }> {
  const inTest = and(inStore(events, advance), eq(events.environment, 'test'), gt(events.id, advance.id));
  const isEnd = and(eq(events.createdAt, advance.endsAt), eq(events.type, 'test_clock.advanced'));
  const isOwnEnd = and(isEnd, sql`${events.data}->>'advanceId' = ${advance.id}`);
  const [end] = await tx.select({ id: events.id }).from(events).where(and(inTest, isOwnEnd));
  const during = and(
    inTest,
    gte(events.createdAt, advance.startsAt),
    lte(events.createdAt, advance.endsAt),
    end && lt(events.id, end.id),
    not(inArray(events.type, clockEventTypes)),
  );
  const rows = await tx.select().from(events).where(during).orderBy(asc(events.createdAt), asc(events.id)).limit(limit);
  if (rows.length < limit) return { rows, total: rows.length };
  const [all] = await tx
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(events)
    .where(during);
  return { rows, total: all?.total ?? rows.length };
}

/** The amounts of a store's payments by Short ID, for the events that name them. */
export async function readPaymentAmounts(
  tx: Tx,
  store: StoreScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { amountMinor: number; currency: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: payments.id, amountMinor: payments.amountMinor, currency: payments.currency })
    .from(payments)
    .where(and(inStore(payments, store), inArray(payments.id, [...new Set(ids)])));
  return new Map(rows.map(({ id, ...amount }) => [toShortId('PAY', id), amount]));
}
