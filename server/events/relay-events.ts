/** The relay passes each event to every consumer once, in the transaction that removes it from the outbox. */
import type { Database } from '#db/client.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
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

/** The events of one transaction: enough to make its own cost small. */
const batchSize = 200;

export interface RelayOptions {
  readonly consumers: readonly Consumer[];
  /** Once aborted, the relay takes no further batch. */
  readonly signal?: AbortSignal;
}

/**
 * Passes all waiting events to the consumers; returns their number. One relay works on a database at a time, which keeps the
 * events of an object in order; a second one does nothing. An event that a consumer fails to handle is held back together
 * with the later events of its object, and retried with growing delays. Other events continue.
 */
export async function relayEvents(db: Database, now: Date, { consumers, signal }: RelayOptions): Promise<number> {
  let relayed = 0;
  while (!signal?.aborted && !(await isOutboxEmpty(db))) {
    const batch = await relayBatch(db, consumers, now);
    if (batch === 0) break;
    relayed += batch;
  }
  return relayed;
}

async function relayBatch(db: Database, consumers: readonly Consumer[], now: Date): Promise<number> {
  let waiting: OutboxEvent[] = [];
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx))) return 0;
      waiting = await readOutbox(tx, { limit: batchSize }, now);
      await passOn(tx, consumers, waiting, now);
      return waiting.length;
    });
  } catch (error) {
    if (waiting.length === 0 || isUnavailable(error)) throw error;
    logFailure(error, 'could not relay a batch of events', { events: waiting.length });
  }
  // One event failed: each is relayed alone, and later events of a failed one's object wait.
  for (const { position } of waiting) await relayAlone(db, consumers, position, now);
  return waiting.length;
}

async function relayAlone(db: Database, consumers: readonly Consumer[], position: number, now: Date): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await lockOutbox(tx))) return;
      await passOn(tx, consumers, await readOutbox(tx, { limit: 1, position }, now), now);
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const failure = describeFailure(error);
    log().error({ position, ...failure }, 'could not relay an event');
    await holdBackEvent(db, position, [failure.error, failure.reason].filter(Boolean).join(': '), now);
  }
}

async function passOn(
  tx: Parameters<Consumer['handle']>[0],
  consumers: readonly Consumer[],
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
    waiting.map(({ position }) => position),
  );
}
