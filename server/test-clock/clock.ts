/** A store's test clock: set, and taken away again. Advancing it is a file of its own. */
import type { Database, Tx } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import type { ApiError } from '#server/domain/errors.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { clockRefusal, type RunAhead, readClockStart } from '#server/stores/rules/test-clock.ts';
import { lockStore, type Store } from '#server/stores/stores.ts';
import { dateUndecidedBy, findRunAhead } from './data/clock-resets.ts';
import { findAdvance, findOpenAdvance, type Held, setTestClock, stopAdvance } from './data/test-clocks.ts';

/** An event of a locked store about its clock. */
export const recordClockEvent = (
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  type: 'test_clock.created' | 'test_clock.advanced' | 'test_clock.reset',
  data: Readonly<Record<string, string>>,
  actor: Actor,
  now: Date,
  changes?: Changes,
): Promise<string> => {
  const about = { objectId: store.id, merchantId: store.merchantId, storeId: store.id } as const;
  return recordEvent(tx, { ...about, environment: 'test', type, data, actor, changes }, now);
};

/**
 * Stops the time of a locked store's test environment: at `wanted`, else now. What was due until then is done at that
 * moment. 400 where it stands still already, and for a moment that is past or too far ahead.
 */
export async function createClock(
  tx: Tx,
  store: Store,
  wanted: Date | undefined,
  actor: Actor,
  now: Date,
): Promise<Date> {
  if (store.testClockAt) throw clockRefusal('exists');
  const at = readClockStart(wanted, now);
  await setTestClock(tx, store.id, at);
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
 * Gives a locked store real time again. What was dated meanwhile stays as it is: what is due on a later day waits for that
 * day; only what waits for an outcome is seen to from now on. An advance is over, also one that somebody is at: they begin
 * nothing more, as all they begin is begun while they hold the store. Gives where the clock stood, and which subscriptions
 * have run ahead. 400 where there is no clock.
 */
export async function resetClock(
  tx: Tx,
  store: Store,
  actor: Actor,
  now: Date,
): Promise<{ at: Date; runAhead: RunAhead | undefined }> {
  const at = store.testClockAt;
  if (!at) throw clockRefusal('none');
  const open = await findOpenAdvance(tx, store.id);
  if (open) {
    await stopAdvance(tx, open, at, now);
    const span = { from: open.startsAt.toISOString(), to: at.toISOString() };
    const data = { advanceId: open.id, ...span, wasToReach: open.endsAt.toISOString() };
    await recordClockEvent(tx, store, 'test_clock.advanced', data, actor, at, changeOf('testClock', open.startsAt, at));
  }
  await setTestClock(tx, store.id, null);
  await dateUndecidedBy(tx, store.id, now);
  await recordClockEvent(
    tx,
    store,
    'test_clock.reset',
    { at: at.toISOString() },
    actor,
    now,
    changeOf('testClock', at, null),
  );
  return { at, runAhead: await findRunAhead(tx, store.id, now) };
}

const wasStopped = async (tx: Tx, advance: Held): Promise<boolean> => {
  const row = await findAdvance(tx, advance);
  return row !== undefined && row.finishedAt !== null && row.holder === null;
};

/** Why an advance is not ours any more: the clock was reset, or somebody else has taken it over. */
export const refusalOfLost = async (tx: Tx, advance: Held): Promise<ApiError> =>
  clockRefusal((await wasStopped(tx, advance)) ? 'stopped' : 'running');

/** What a stopped advance had begun before, and heard of only afterwards, is seen to in real time like all the rest. */
export const leaveStragglers = (db: Database, advance: Held, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const store = await lockStore(tx, advance.storeId);
    if (store?.testClockAt === null && (await wasStopped(tx, advance))) await dateUndecidedBy(tx, store.id, now);
  });
