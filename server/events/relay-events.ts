/** Events leave the outbox: every one is told to every consumer, once, in the transaction that removes it there. */
import type { Database } from '#db/client.ts';
import { isOutOfReach } from '#server/platform/data/read-failures.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { logFailure } from '#server/platform/outage.ts';
import type { Consumer } from './consumer.ts';
import {
  holdBackEvent,
  isOutboxEmpty,
  lockOutbox,
  type OutboxEvent,
  readOutbox,
  removeFromOutbox,
} from './data/outbox.ts';

/** How many are told at once: as many as make a transaction's own cost small. */
const batchSize = 200;

export interface RelayOptions {
  readonly consumers: readonly Consumer[];
  /** Takes no further batch once it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Tells the consumers of all events that wait, and says of how many. One relay is at work in a database at a time, which
 * keeps the events of an object in order; where another is, this one does nothing. An event that a consumer cannot take
 * is held back, with those of its object that follow, and tried again later and later; the others go on.
 */
export async function relayEvents(db: Database, now: Date, { consumers, signal }: RelayOptions): Promise<number> {
  let told = 0;
  while (!signal?.aborted && !(await isOutboxEmpty(db))) {
    const batch = await relayBatch(db, consumers, now);
    if (batch === 0) break;
    told += batch;
  }
  return told;
}

async function relayBatch(db: Database, consumers: readonly Consumer[], now: Date): Promise<number> {
  let waiting: OutboxEvent[] = [];
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx))) return 0;
      waiting = await readOutbox(tx, { limit: batchSize }, now);
      await tell(tx, consumers, waiting, now);
      return waiting.length;
    });
  } catch (error) {
    if (waiting.length === 0 || isOutOfReach(error)) throw error;
    logFailure(error, 'events not relayed together', { events: waiting.length });
  }
  // One of them cannot be told: each alone, and the others of its object wait for it.
  for (const { position } of waiting) await relayAlone(db, consumers, position, now);
  return waiting.length;
}

async function relayAlone(db: Database, consumers: readonly Consumer[], position: number, now: Date): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx))) return;
      await tell(tx, consumers, await readOutbox(tx, { limit: 1, position }, now), now);
    });
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    const failure = describeFailure(error);
    log().error({ position, ...failure }, 'event not relayed');
    await holdBackEvent(db, position, [failure.error, failure.reason].filter(Boolean).join(': '), now);
  }
}

async function tell(
  tx: Parameters<Consumer['handle']>[0],
  consumers: readonly Consumer[],
  waiting: readonly OutboxEvent[],
  now: Date,
): Promise<void> {
  if (waiting.length === 0) return;
  for (const consumer of consumers) {
    const heard = waiting.filter(({ isHistory }) => !isHistory || consumer.includesHistory);
    const events = heard.map(({ event }) => event);
    if (events.length > 0) await consumer.handle(tx, events, now);
  }
  await removeFromOutbox(
    tx,
    waiting.map(({ position }) => position),
  );
}
