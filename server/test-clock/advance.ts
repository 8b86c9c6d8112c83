/**
 * A test clock goes on. That takes many transactions, so it is written down first, then done moment by moment, each of
 * them safe to repeat: one that breaks off is carried on from the moment that it had come to.
 */
import type { Database, Tx } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { clockRefusal, requireAhead } from '../domain/test-clock.ts';
import { findStore, type Store } from '../queries/stores.ts';
import {
  type Advance,
  findLatestAdvance,
  findOpenAdvance,
  insertAdvance,
  isAdvancingElsewhere,
  saveAdvance,
  setTestClock,
} from '../queries/test-clocks.ts';
import { recordClockEvent } from './clock.ts';
import { doDueWork } from './work.ts';

/** How long an advance that says nothing is left to whoever began it. */
const leaseMs = 60_000;

/** How it is run: by whom, and by which clock its lease counts. */
export interface Running {
  readonly actor: Actor;
  /** Real time. */
  readonly readClock: () => Date;
  /** Told before each piece of work. */
  readonly stillAtIt?: () => Promise<void>;
  /** After so long it stops where the clock has come to, and that is where it was to go. Absent: it takes its time. */
  readonly mostMs?: number;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

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
  const leasedUntil = leaseFrom(now);
  if (!open) return await insertAdvance(tx, store, { startsAt: at, endsAt: to, leasedUntil }, now);
  const taken = await saveAdvance(tx, open, { endsAt: to, leasedUntil }, now);
  if (!taken) throw clockRefusal('running');
  return taken;
}

/** Brings an advance to its end; one that has arrived is left as it is. 409 where somebody else has taken it over. */
export async function runAdvance(db: Database, started: Advance, running: Running): Promise<Advance> {
  if (started.finishedAt) return started;
  const { storeId } = started;
  let advance = started;
  const stillAtIt = async () => {
    advance = await extend(db, advance, running.readClock());
    await running.stillAtIt?.();
  };
  let at = await readStandingClock(db, storeId);
  const stopsAt =
    running.mostMs === undefined ? Number.POSITIVE_INFINITY : running.readClock().getTime() + running.mostMs;
  for (;;) {
    const { nextAt } = await doDueWork({ db, storeId, stillAtIt }, at);
    if (nextAt === null || nextAt > advance.endsAt) break;
    if (running.readClock().getTime() >= stopsAt) {
      advance = await stopHere(db, advance, at, running.readClock());
      break;
    }
    advance = await db.transaction(async (tx) => {
      // The store first, as everybody locks.
      await setTestClock(tx, storeId, nextAt);
      return await extend(tx, advance, running.readClock());
    });
    at = nextAt;
  }
  return await db.transaction((tx) => arrive(tx, advance, running));
}

/** An advance that nobody is at any more, taken over; undefined where somebody was quicker. */
export const takeOver = (db: Database, broken: Advance, now: Date): Promise<Advance | undefined> =>
  saveAdvance(db, broken, { leasedUntil: leaseFrom(now) }, now);

async function readStandingClock(db: Database, storeId: string): Promise<Date> {
  const store = await findStore(db, storeId);
  if (!store?.testClockAt) throw clockRefusal('none');
  return store.testClockAt;
}

async function extend(tx: Tx, advance: Advance, now: Date): Promise<Advance> {
  const extended = await saveAdvance(tx, advance, { leasedUntil: leaseFrom(now) }, now);
  if (!extended) throw clockRefusal('running');
  return extended;
}

/** It was to go no further than it has come. */
async function stopHere(db: Database, advance: Advance, at: Date, now: Date): Promise<Advance> {
  const stopped = await saveAdvance(db, advance, { endsAt: at, leasedUntil: leaseFrom(now) }, now);
  if (!stopped) throw clockRefusal('running');
  return stopped;
}

/** The clock says what it was to say. */
async function arrive(tx: Tx, advance: Advance, { actor, readClock }: Running): Promise<Advance> {
  const { id: advanceId, storeId, startsAt, endsAt } = advance;
  const now = readClock();
  // Its events are counted under the store's lock.
  await setTestClock(tx, storeId, endsAt);
  const finished = await saveAdvance(tx, advance, { finishedAt: now }, now);
  if (!finished) throw clockRefusal('running');
  const data = { advanceId, from: startsAt.toISOString(), to: endsAt.toISOString() };
  await recordClockEvent(
    tx,
    { id: storeId, merchantId: advance.merchantId },
    'test_clock.advanced',
    data,
    actor,
    endsAt,
  );
  return finished;
}
