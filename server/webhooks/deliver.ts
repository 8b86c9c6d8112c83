/**
 * Deliveries go out: claimed and committed first, then sent, then recorded. Whatever dies in between, the next worker
 * sends the same again, under the same id. Several go out at once, to each webhook and of each merchant at most so many, so
 * that nobody's slow receivers hold up anybody else's.
 */
import type { Database } from '#db/client.ts';
import { logFailure } from '#server/platform/outage.ts';
import { type Attempt, attempt, type Way } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries, type Room } from './data/webhook-deliveries.ts';
import { newDeliveryConcurrency } from './delivery-concurrency.ts';
import { type Ended, recordAttempts } from './record-attempts.ts';

export interface DeliverOptions extends Way {
  readonly readClock: () => Date;
  /** Where the dashboard is. */
  readonly appUrl: string;
  /** From 0 up to 1: how far retries are moved. */
  readonly random?: () => number;
  /** How many are sent at once, in all and to one webhook. */
  readonly most?: number;
  readonly maxPerWebhook?: number;
}

export interface Deliverer {
  /**
   * Records what has ended, and begins what is due and has room; does not wait for it. Says how many have ended. Begins
   * nothing once the signal is aborted.
   */
  run(signal?: AbortSignal): Promise<number>;
  /** Waits until nothing is under way any more, and records it; says how much that was. */
  finish(): Promise<number>;
}

/** Delivers what is due. `onEnd` is called whenever something has ended: then it is to be run again. */
export function newDeliverer(db: Database, options: DeliverOptions, onEnd: () => void = () => {}): Deliverer {
  const { readClock, appUrl, random = Math.random, most = 64, maxPerWebhook = 8 } = options;
  const rooms = newDeliveryConcurrency({ most, maxPerWebhook });
  const underWay = new Set<Promise<void>>();
  let ended: Ended[] = [];

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const attempts = await makeAttempts(claimed, options, readClock).catch((error: unknown) => {
      // It is due again when the claim runs out, and counts as no attempt.
      logFailure(error, 'delivery not made', { deliveryId: claimed.delivery.id });
      return undefined;
    });
    rooms.leave(claimed.webhook, attempts?.[0]);
    if (attempts) ended.push({ claimed, attempts });
    onEnd();
  }

  /** First each merchant's share; what that leaves, as nobody else waits, goes to whoever has more. */
  async function begin(): Promise<number> {
    const begun = await beginIn(rooms.room());
    return rooms.isShareFull() ? begun + (await beginIn(rooms.room({ isShared: false }))) : begun;
  }

  async function beginIn(room: Room): Promise<number> {
    if (room.most === 0) return 0;
    const claimed = await db.transaction((tx) => claimDeliveries(tx, room, readClock()));
    for (const one of claimed) {
      rooms.enter(one.webhook);
      const sent = send(one).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    return claimed.length;
  }

  async function recordEnded(): Promise<number> {
    const batch = ended;
    ended = [];
    if (batch.length > 0) await record(db, batch, { random, appUrl }, readClock());
    return batch.length;
  }

  return {
    async run(signal) {
      let total = 0;
      for (;;) {
        // Side by side: what has ended makes room at once, and what was recorded frees those behind it for the next turn.
        const [recorded, begun] = await Promise.all([recordEnded(), signal?.aborted ? 0 : begin()]);
        total += recorded;
        if (recorded === 0 && begun === 0 && ended.length === 0) return total;
      }
    },
    async finish() {
      await Promise.all(underWay);
      return await recordEnded();
    },
  };
}

/** One request; a second one where chaos mode repeats what has arrived. */
async function makeAttempts(
  claimed: ClaimedDelivery,
  way: Way,
  readClock: () => Date,
): Promise<[Attempt, ...Attempt[]]> {
  const first = await attempt(claimed, way, readClock());
  const { chaos, attempts } = claimed.delivery;
  const isRepeated = chaos === 'duplicate' && attempts === 0 && first.result.isSuccess;
  return isRepeated ? [first, await attempt(claimed, way, readClock())] : [first];
}

type Recording = Parameters<typeof recordAttempts>[2];

/** Together; where that fails, each alone, so that one that cannot be recorded does not keep the others from it. */
async function record(db: Database, ended: readonly Ended[], options: Recording, now: Date): Promise<void> {
  try {
    await recordAttempts(db, ended, options, now);
  } catch (error) {
    logFailure(error, 'attempts not recorded together', { attempts: ended.length });
    for (const one of ended) await recordAlone(db, one, options, now);
  }
}

async function recordAlone(db: Database, ended: Ended, options: Recording, now: Date): Promise<void> {
  try {
    await recordAttempts(db, [ended], options, now);
  } catch (error) {
    const { id } = ended.claimed.delivery;
    logFailure(error, 'attempt not recorded: it is made again', { deliveryId: id });
  }
}
