/** Sets and removes a store's test clock; `advance.ts` advances it. */
import type { Database, Tx } from '#db/client.ts';
import { endTestRollups } from '#server/analytics/roll-up-days.ts';
import { changeOf } from '#server/domain/changes.ts';
import type { ApiError } from '#server/domain/errors.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { clockRefusal, type RunAhead, readClockStart } from '#server/stores/rules/test-clock.ts';
import { lockStore, type Store } from '#server/stores/stores.ts';
import { findRunAhead, redateUndecided } from './data/clock-resets.ts';
import { type AdvanceKey, findAdvance, findOpenAdvance, setTestClock, stopAdvance } from './data/test-clocks.ts';

/** Records an event of a locked store's clock. */
export const recordClockEvent = (
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  type: 'test_clock.created' | 'test_clock.advanced' | 'test_clock.reset',
  data: Readonly<Record<string, string>>,
  actor: Actor,
  now: Date,
  changes?: Changes,
): Promise<string> => {
  const eventScope = { objectId: store.id, merchantId: store.merchantId, storeId: store.id } as const;
  return recordEvent(tx, { ...eventScope, environment: 'test', type, data, actor, changes }, now);
};

/**
 * Freezes the time of a locked store's test environment at `wanted` or now. Work that is due by then is done at that time.
 * Throws 400 if the clock exists, or for a time in the past or too far ahead.
 */
export async function createClock(
  tx: Tx,
  store: Store,
  requested: Date | undefined,
  actor: Actor,
  now: Date,
): Promise<Date> {
  if (store.testClockAt) throw clockRefusal('exists');
  const at = readClockStart(requested, now);
  await setTestClock(tx, scopeOfStore(store), at);
  await endTestRollups(tx, store);
  await recordClockEvent(
    tx,
    store,
    'test_clock.created',
    { at: at.toISOString() },
    actor,
    at,
    changeOf('testClock', null, at),
  );
  return at;
}

/**
 * Returns a locked store to real time. Dates stay as they are: work for a later day waits for that day, but undecided
 * outcomes are processed from now on. Stops a running advance, whose work needs the store's lock. Returns the clock's last
 * time, and the subscriptions that have run ahead. Throws 400 without a clock.
 */
export async function resetClock(
  tx: Tx,
  store: Store,
  actor: Actor,
  now: Date,
): Promise<{ at: Date; runAhead: RunAhead | undefined }> {
  const at = store.testClockAt;
  if (!at) throw clockRefusal('none');
  const open = await findOpenAdvance(tx, scopeOfStore(store));
  if (open) {
    await stopAdvance(tx, open, at, now);
    const span = { from: open.startsAt.toISOString(), to: at.toISOString() };
    const data = { advanceId: open.id, ...span, wasToReach: open.endsAt.toISOString() };
    await recordClockEvent(tx, store, 'test_clock.advanced', data, actor, at, changeOf('testClock', open.startsAt, at));
  }
  await setTestClock(tx, scopeOfStore(store), null);
  await redateUndecided(tx, scopeOfStore(store), now);
  await recordClockEvent(
    tx,
    store,
    'test_clock.reset',
    { at: at.toISOString() },
    actor,
    now,
    changeOf('testClock', at, null),
  );
  return { at, runAhead: await findRunAhead(tx, scopeOfStore(store), now) };
}

const wasStopped = async (tx: Tx, advance: AdvanceKey): Promise<boolean> => {
  const row = await findAdvance(tx, advance);
  return row !== undefined && row.finishedAt !== null && row.holder === null;
};

/** Why an advance was lost: the clock was reset, or another process has taken it over. */
export const lostAdvanceError = async (tx: Tx, advance: AdvanceKey): Promise<ApiError> =>
  clockRefusal((await wasStopped(tx, advance)) ? 'stopped' : 'running');

/** Processes in real time what a stopped advance had started before the reset. */
export const redateStragglers = (db: Database, advance: AdvanceKey, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const store = await lockStore(tx, advance);
    if (store?.testClockAt === null && (await wasStopped(tx, advance)))
      await redateUndecided(tx, scopeOfStore(store), now);
  });
