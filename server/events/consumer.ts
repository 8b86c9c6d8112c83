/** Consumers handle every committed event. */
import type { Tx } from '#db/client.ts';
import type { EventRow } from './data/events.ts';

/** Turns events into rows of its own: deliveries, emails, audit entries. */
export interface Consumer {
  readonly name: string;
  /** Also handles events from before the outbox existed. Absent: only new ones. */
  readonly includesHistory?: true;
  /**
   * Handles events of one merchant in the transaction in which they leave the outbox. The events of an object arrive in the
   * order of their `sequence`. The rows that they cause are written once for each event, even if a worker dies. It must not
   * call anything outside the database. `now` is real time; an event's own time is its `createdAt`.
   */
  handle(tx: Tx, events: readonly EventRow[], now: Date): Promise<void>;
}
