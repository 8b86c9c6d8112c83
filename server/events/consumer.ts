/** Who hears of every event, once it is committed. */
import type { Tx } from '#db/client.ts';
import type { EventRow } from './data/events.ts';

/** One that turns events into rows of its own: deliveries, emails, audit entries. */
export interface Consumer {
  readonly name: string;
  /** Whether it also hears of what happened before there was an outbox. Absent: only of what is new. */
  readonly includesHistory?: true;
  /**
   * Hears of events, those of one object in the order of their `sequence`, all in the one transaction in which they leave
   * the outbox: whatever it writes there is written once for each event, whenever a worker dies. It must not call anything
   * outside the database. `now` is real time; an event's own time is its `createdAt`.
   */
  handle(tx: Tx, events: readonly EventRow[], now: Date): Promise<void>;
}
