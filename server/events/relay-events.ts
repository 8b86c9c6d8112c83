/** The relay passes each event to every consumer once, in the transaction that removes it from the outbox. */
import type { Database } from '#db/client.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { logFailure } from '#server/platform/outage.ts';
import type { Consumer } from './consumer.ts';
import {
  holdBackEvent,
  listWaitingMerchants,
  lockOutbox,
  type OutboxEvent,
  readOutbox,
  removeFromOutbox,
} from './data/outbox.ts';

/** The events of one transaction: enough to make its own cost small. */
const batchSize = 200;
/** Merchants whose events are relayed at the same time. */
const maxMerchants = 4;

export interface RelayOptions {
  readonly consumers: readonly Consumer[];
  /** Once aborted, the relay takes no further batch. */
  readonly signal?: AbortSignal;
}

/**
 * Passes waiting events to the consumers; returns their number. Less than a batch of events may be left for the next run,
 * because a transaction costs almost the same for one event as for many. A transaction has the events of one merchant, and
 * one relay works on a merchant at a time, which keeps the events of an object in order; a second one does nothing. An event
 * that a consumer fails to handle is held back together with the later events of its object, and retried with growing
 * delays. Other events continue.
 */
export async function relayEvents(db: Database, now: Date, { consumers, signal }: RelayOptions): Promise<number> {
  let relayed = 0;
  let round: number;
  do {
    const merchants = await listWaitingMerchants(db, now);
    round = await relayRound(db, consumers, merchants, now, signal);
    relayed += round;
  } while (round >= batchSize && !signal?.aborted);
  return relayed;
}

/** Relays a batch of each of these merchants. */
async function relayRound(
  db: Database,
  consumers: readonly Consumer[],
  merchants: readonly string[],
  now: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const left = merchants.values();
  const relaySome = async () => {
    let relayed = 0;
    for (const merchantId of left) {
      if (signal?.aborted) break;
      relayed += await relayBatch(db, consumers, merchantId, now);
    }
    return relayed;
  };
  const runs = await Promise.allSettled(Array.from({ length: maxMerchants }, relaySome));
  const failed = runs.find((run) => run.status === 'rejected');
  if (failed) throw failed.reason;
  return runs.reduce((sum, run) => sum + (run.status === 'fulfilled' ? run.value : 0), 0);
}

async function relayBatch(
  db: Database,
  consumers: readonly Consumer[],
  merchantId: string,
  now: Date,
): Promise<number> {
  let waiting: OutboxEvent[] = [];
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx, merchantId))) return 0;
      waiting = await readOutbox(tx, merchantId, { limit: batchSize }, now);
      await passOn(tx, consumers, merchantId, waiting, now);
      return waiting.length;
    });
  } catch (error) {
    if (waiting.length === 0 || isUnavailable(error)) throw error;
    logFailure(error, 'could not relay a batch of events', { events: waiting.length });
  }
  // One event failed: each is relayed alone, and later events of a failed one's object wait.
  for (const each of waiting) await relayAlone(db, consumers, each, now);
  return waiting.length;
}

async function relayAlone(db: Database, consumers: readonly Consumer[], failed: OutboxEvent, now: Date): Promise<void> {
  const { id: eventId, merchantId } = failed.event;
  try {
    await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx, merchantId))) return;
      await passOn(tx, consumers, merchantId, await readOutbox(tx, merchantId, { limit: 1, eventId }, now), now);
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const failure = describeFailure(error);
    log().error({ eventId, ...failure }, 'could not relay an event');
    await holdBackEvent(db, failed, [failure.error, failure.reason].filter(Boolean).join(': '), now);
  }
}

async function passOn(
  tx: Parameters<Consumer['handle']>[0],
  consumers: readonly Consumer[],
  merchantId: string,
  waiting: readonly OutboxEvent[],
  now: Date,
): Promise<void> {
  if (waiting.length === 0) return;
  for (const consumer of consumers) {
    const due = waiting.filter(({ isHistory }) => !isHistory || consumer.includesHistory);
    const events = due.map(({ event }) => event);
    if (events.length > 0) await consumer.handle(tx, events, now);
  }
  await removeFromOutbox(
    tx,
    merchantId,
    waiting.map(({ event }) => event.id),
  );
}
