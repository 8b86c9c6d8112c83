/**
 * A test clock goes on. That takes many transactions, so it is written down first, then done moment by moment, each of
 * them safe to repeat: one that breaks off is carried on from the moment that it had come to.
 */
import type { Database, Tx } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { withHeartbeat } from '#server/platform/heartbeat.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { clockRefusal, requireAhead } from '#server/stores/rules/test-clock.ts';
import { findStore, lockStore, type Store } from '#server/stores/stores.ts';
import { leaveStragglers, recordClockEvent, refusalOfLost } from './clock.ts';
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
import type { Semaphore, Turn } from './semaphore.ts';
import { doDueWork } from './work.ts';

/** How long an advance that says nothing is left to whoever began it. */
const leaseMs = 60_000;

/** How long a call waits for its turn. */
const patienceMs = 30_000;

/** How it is run: by whom, and by which clock its lease counts. */
export interface Running {
  readonly actor: Actor;
  /** Real time. */
  readonly readClock: () => Date;
  /** Told before each piece of work. */
  readonly stillAtIt?: () => Promise<void>;
  /** Aborted, it takes no more work, and is left to whoever comes next. */
  readonly signal?: AbortSignal;
  /** After so long it stops where the clock has come to, and that is where it was to go. Absent: it takes its time. */
  readonly maxMs?: number;
  /** It waits for one of these, for a while. Absent: it goes on at once. */
  readonly turns?: Semaphore;
  readonly patienceMs?: number;
  /** How often it says that it is still at it. */
  readonly beatMs?: number;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);
const newLease = (now: Date): Lease => ({ holder: newId(), leasedUntil: leaseFrom(now) });

/**
 * The intent to advance a locked store's clock, or the advance that there is: one that broke off is carried on, to that
 * moment, and one that has brought the clock there is given as it is. 400 where there is no clock, for a moment that is not
 * later than it, and for one that is too far; 409 while somebody else is at it, or at another clock of the same merchant.
 */
export async function startAdvance(tx: Tx, store: Store, to: Date, now: Date): Promise<Advance> {
  const at = store.testClockAt;
  if (!at) throw clockRefusal('none');
  const open = await findOpenAdvance(tx, store.id);
  if (open && open.leasedUntil > now) throw clockRefusal('running');
  if (!open && to.getTime() === at.getTime()) {
    // Whoever did not hear that it had arrived asks again.
    const latest = await findLatestAdvance(tx, store.id);
    if (latest?.finishedAt && latest.endsAt.getTime() === to.getTime()) return latest;
  }
  if (await isAdvancingElsewhere(tx, store, now)) throw clockRefusal('busy');
  const isWhereItBrokeOff = open !== undefined && to.getTime() === open.endsAt.getTime();
  if (!isWhereItBrokeOff) requireAhead(to, at);
  if (!open) return await insertAdvance(tx, store, { startsAt: at, endsAt: to, ...newLease(now) }, now);
  const taken = await takeAdvance(tx, open, newLease(now), now);
  if (!taken) throw clockRefusal('running');
  // Where it is to go is written down once its turn has come: one that is turned away has changed nothing.
  return { ...taken, endsAt: to };
}

/** An advance that nobody is at any more, taken over; undefined where somebody was quicker, or it is over. */
export const takeOver = (db: Database, broken: Advance, now: Date): Promise<Advance | undefined> =>
  db.transaction(async (tx) => {
    // The store first, as everybody locks: whoever does work at its time holds it.
    await lockStore(tx, broken.storeId);
    return await takeAdvance(tx, broken, newLease(now), now);
  });

/**
 * Brings an advance to its end; one that has arrived is left as it is. However long a piece of the work takes, it is kept
 * from others meanwhile. 409 where somebody else has it by now, or the clock was reset: then nothing more is begun. 429
 * where its turn did not come, and it is as if it had not been asked for.
 */
export async function runAdvance(db: Database, started: Advance, running: Running): Promise<Advance> {
  if (started.finishedAt) return started;
  const beat = () => extendAdvance(db, started, leaseFrom(running.readClock()));
  const { beatMs: everyMs } = running;
  try {
    return await withHeartbeat({ beat, ...(everyMs && { everyMs }) }, (lost) =>
      inTurn(db, started, running, lost, (turn) => goOn(db, started, running, lost, turn)),
    );
  } catch (error) {
    await letGo(db, started, running.readClock());
    throw error;
  }
}

async function inTurn(
  db: Database,
  advance: Advance,
  running: Running,
  lost: AbortSignal,
  work: (turn?: Turn) => Promise<Advance>,
): Promise<Advance> {
  const { turns, signal } = running;
  if (!turns) return await work();
  const impatience = AbortSignal.timeout(running.patienceMs ?? patienceMs);
  const turn = await turns.take(AbortSignal.any([impatience, lost, ...(signal ? [signal] : [])]));
  if (!turn) {
    if (lost.aborted) throw await refusalOfLost(db, advance);
    await deleteUntouchedAdvance(db, advance);
    signal?.throwIfAborted();
    throw clockRefusal('crowded');
  }
  try {
    return await work(turn);
  } finally {
    turn.end();
  }
}

/** Whoever comes next need not wait until the lease is over. Does nothing where somebody else has it. */
async function letGo(db: Database, advance: Advance, now: Date): Promise<void> {
  try {
    await extendAdvance(db, advance, now);
    await leaveStragglers(db, advance, now);
  } catch (error) {
    // What went wrong before matters more, and the lease ends by itself.
    log().error(describeFailure(error), 'test clock not let go');
  }
}

/** From one moment at which something is due to the next. */
async function goOn(
  db: Database,
  advance: Advance,
  running: Running,
  lost: AbortSignal,
  turn?: Turn,
): Promise<Advance> {
  const { storeId, endsAt } = advance;
  const { readClock, signal, maxMs = Number.POSITIVE_INFINITY, stillAtIt } = running;
  const beganAt = readClock().getTime();
  const isLate = () => readClock().getTime() - beganAt >= maxMs;
  const standing = await findStore(db, storeId);
  if (!standing?.testClockAt) throw await refusalOfLost(db, advance);
  if (!(await saveAdvance(db, advance, { endsAt }, readClock()))) throw await refusalOfLost(db, advance);
  let at = standing.testClockAt;
  const mayTake = async (tx: Tx) => {
    signal?.throwIfAborted();
    if (lost.aborted || !(await holdsClock(tx, storeId, at, advance))) throw await refusalOfLost(tx, advance);
    return !isLate();
  };
  for (;;) {
    const { nextAt, isComplete } = await doDueWork({ db, storeId, mayTake, isOver: isLate, stillAtIt }, at);
    if (isComplete && (nextAt === null || nextAt > endsAt)) return await arrive(db, advance, endsAt, running);
    if (!isComplete || nextAt === null || isLate()) return await arrive(db, advance, at, running);
    await turn?.pass();
    signal?.throwIfAborted();
    await step(db, advance, nextAt, readClock());
    at = nextAt;
  }
}

/** The clock says the next moment. */
async function step(db: Database, advance: Advance, to: Date, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // The store first, as everybody locks.
    await setTestClock(tx, advance.storeId, to);
    if (!(await extendAdvance(tx, advance, leaseFrom(now)))) throw await refusalOfLost(tx, advance);
  });
}

/** The clock says what it was to say, or as much of that as time allowed. */
async function arrive(db: Database, advance: Advance, endsAt: Date, { actor, readClock }: Running): Promise<Advance> {
  const { id: advanceId, storeId, merchantId, startsAt } = advance;
  const now = readClock();
  return await db.transaction(async (tx) => {
    // Its events are counted under the store's lock.
    await setTestClock(tx, storeId, endsAt);
    const finished = await saveAdvance(tx, advance, { endsAt, finishedAt: now }, now);
    if (!finished) throw await refusalOfLost(tx, advance);
    const data = { advanceId, from: startsAt.toISOString(), to: endsAt.toISOString() };
    const changes = changeOf('testClock', startsAt, endsAt);
    await recordClockEvent(tx, { id: storeId, merchantId }, 'test_clock.advanced', data, actor, endsAt, changes);
    return finished;
  });
}
