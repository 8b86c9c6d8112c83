/**
 * Advances a test clock. An advance takes many transactions, so it is recorded first and then done moment by moment; each
 * step can be repeated, and an interrupted advance continues at its last moment.
 */
import type { Database, Tx } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { withHeartbeat } from '#server/platform/heartbeat.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { lockStoreRow } from '#server/stores/data/store-locks.ts';
import { clockRefusal, requireAhead } from '#server/stores/rules/test-clock.ts';
import { findStore, type Store } from '#server/stores/stores.ts';
import { lostAdvanceError, recordClockEvent, redateStragglers } from './clock.ts';
import {
  type Advance,
  deleteUntouchedAdvance,
  extendAdvance,
  findLatestAdvance,
  findOpenAdvance,
  holdsClock,
  insertAdvance,
  isAdvancingElsewhere,
  type Lease,
  saveAdvance,
  setTestClock,
  takeAdvance,
} from './data/test-clocks.ts';
import type { Semaphore, Slot } from './semaphore.ts';
import { doDueWork } from './work.ts';

/** How long an advance without a heartbeat stays with its holder. */
const leaseMs = 60_000;

/** How long a call waits for a slot. */
const maxWaitMs = 30_000;

/** How an advance is run. */
export interface Running {
  readonly actor: Actor;
  /** Real time. */
  readonly readClock: () => Date;
  /** Called before each piece of work. */
  readonly onProgress?: () => Promise<void>;
  /** Once aborted, no further work starts; the next holder continues. */
  readonly signal?: AbortSignal;
  /** After this time the advance stops and ends at the clock's current time. Without it, there is no limit. */
  readonly maxMs?: number;
  /** Limits concurrent advances. Without it, the advance starts immediately. */
  readonly semaphore?: Semaphore;
  readonly maxWaitMs?: number;
  /** The interval of the heartbeat. */
  readonly heartbeatMs?: number;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);
const newLease = (now: Date): Lease => ({ holder: newId(), leasedUntil: leaseFrom(now) });

/**
 * Starts to advance a locked store's clock, or returns the existing advance: an interrupted one continues to that time, and
 * one that has reached it is returned unchanged. Throws 400 without a clock, or for a time that is not later or too far
 * ahead; 409 while the clock, or another clock of the merchant, is being advanced.
 */
export async function startAdvance(tx: Tx, store: Store, to: Date, now: Date): Promise<Advance> {
  const at = store.testClockAt;
  if (!at) throw clockRefusal('none');
  const open = await findOpenAdvance(tx, scopeOfStore(store));
  if (open && open.leasedUntil > now) throw clockRefusal('running');
  if (!open && to.getTime() === at.getTime()) {
    // A repeated call whose first response was lost.
    const latest = await findLatestAdvance(tx, scopeOfStore(store));
    if (latest?.finishedAt && latest.endsAt.getTime() === to.getTime()) return latest;
  }
  if (await isAdvancingElsewhere(tx, store, now)) throw clockRefusal('busy');
  const isContinuation = open !== undefined && to.getTime() === open.endsAt.getTime();
  if (!isContinuation) requireAhead(to, at);
  if (!open) return await insertAdvance(tx, store, { startsAt: at, endsAt: to, ...newLease(now) }, now);
  const takenOver = await takeAdvance(tx, open, newLease(now), now);
  if (!takenOver) throw clockRefusal('running');
  // `endsAt` is saved once the advance has a slot: a rejected call changes nothing.
  return { ...takenOver, endsAt: to };
}

/** Takes over an abandoned advance; undefined if another process was faster, or if it is finished. */
export const takeOverAdvance = (db: Database, abandoned: Advance, now: Date): Promise<Advance | undefined> =>
  db.transaction(async (tx) => {
    // The store is locked first, as everywhere.
    await lockStoreRow(tx, abandoned, 'no key update');
    return await takeAdvance(tx, abandoned, newLease(now), now);
  });

/**
 * Runs an advance to its end; a finished one is returned unchanged. A heartbeat keeps it from other processes. Throws 409 if
 * another process has taken it over or the clock was reset, without starting further work; 429 if no slot became free, as
 * if it had not been requested.
 */
export async function runAdvance(db: Database, started: Advance, running: Running): Promise<Advance> {
  if (started.finishedAt) return started;
  const sendHeartbeat = () => extendAdvance(db, started, leaseFrom(running.readClock()));
  const { heartbeatMs: everyMs } = running;
  try {
    return await withHeartbeat({ beat: sendHeartbeat, ...(everyMs && { everyMs }) }, (lost) =>
      withSlot(db, started, running, lost, (slot) => runSteps(db, started, running, lost, slot)),
    );
  } catch (error) {
    await releaseAdvance(db, started, running.readClock());
    throw error;
  }
}

async function withSlot(
  db: Database,
  advance: Advance,
  running: Running,
  lost: AbortSignal,
  work: (slot?: Slot) => Promise<Advance>,
): Promise<Advance> {
  const { semaphore, signal } = running;
  if (!semaphore) return await work();
  const timeout = AbortSignal.timeout(running.maxWaitMs ?? maxWaitMs);
  const slot = await semaphore.take(AbortSignal.any([timeout, lost, ...(signal ? [signal] : [])]));
  if (!slot) {
    if (lost.aborted) throw await lostAdvanceError(db, advance);
    await deleteUntouchedAdvance(db, advance);
    signal?.throwIfAborted();
    throw clockRefusal('crowded');
  }
  try {
    return await work(slot);
  } finally {
    slot.release();
  }
}

/** Releases the lease early. Does nothing if another process holds the advance. */
async function releaseAdvance(db: Database, advance: Advance, now: Date): Promise<void> {
  try {
    await extendAdvance(db, advance, now);
    await redateStragglers(db, advance, now);
  } catch (error) {
    // The earlier error is more important, and the lease expires anyway.
    log().error(describeFailure(error), 'could not release a test clock');
  }
}

/** Advances from one moment with due work to the next. */
async function runSteps(
  db: Database,
  advance: Advance,
  running: Running,
  lost: AbortSignal,
  slot?: Slot,
): Promise<Advance> {
  const { merchantId, storeId, endsAt } = advance;
  const { readClock, signal, maxMs = Number.POSITIVE_INFINITY, onProgress } = running;
  const startedMs = readClock().getTime();
  const isLate = () => readClock().getTime() - startedMs >= maxMs;
  const store = await findStore(db, storeId);
  if (!store?.testClockAt) throw await lostAdvanceError(db, advance);
  if (!(await saveAdvance(db, advance, { endsAt }, readClock()))) throw await lostAdvanceError(db, advance);
  let at = store.testClockAt;
  const mayTake = async (tx: Tx) => {
    signal?.throwIfAborted();
    if (lost.aborted || !(await holdsClock(tx, advance, at, advance))) throw await lostAdvanceError(tx, advance);
    return !isLate();
  };
  for (;;) {
    const { nextAt, isComplete } = await doDueWork(
      { db, merchantId, storeId, mayTake, isOver: isLate, onProgress },
      at,
    );
    if (isComplete && (nextAt === null || nextAt > endsAt)) return await finish(db, advance, endsAt, running);
    if (!isComplete || nextAt === null || isLate()) return await finish(db, advance, at, running);
    await slot?.yield();
    signal?.throwIfAborted();
    await step(db, advance, nextAt, readClock());
    at = nextAt;
  }
}

/** Sets the clock to the next moment. */
async function step(db: Database, advance: Advance, to: Date, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // The store is locked first, as everywhere.
    await lockStoreRow(tx, advance, 'no key update');
    await setTestClock(tx, advance, to);
    if (!(await extendAdvance(tx, advance, leaseFrom(now)))) throw await lostAdvanceError(tx, advance);
  });
}

/** Finishes an advance at its end, or where the time limit stopped it. */
async function finish(db: Database, advance: Advance, endsAt: Date, { actor, readClock }: Running): Promise<Advance> {
  const { id: advanceId, storeId, merchantId, startsAt } = advance;
  const now = readClock();
  return await db.transaction(async (tx) => {
    // The store's lock orders its events.
    await lockStoreRow(tx, advance, 'no key update');
    await setTestClock(tx, advance, endsAt);
    const finished = await saveAdvance(tx, advance, { endsAt, finishedAt: now }, now);
    if (!finished) throw await lostAdvanceError(tx, advance);
    const data = { advanceId, from: startsAt.toISOString(), to: endsAt.toISOString() };
    const changes = changeOf('testClock', startsAt, endsAt);
    await recordClockEvent(tx, { id: storeId, merchantId }, 'test_clock.advanced', data, actor, endsAt, changes);
    return finished;
  });
}
