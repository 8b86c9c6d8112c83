/** Advances of test clocks: first an intent, so that an interrupted one is resumed. */
import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { keyOf, owner } from './tenant.ts';

export const testClockAdvances = pgTable(
  'test_clock_advances',
  {
    id: id(),
    ...owner(),
    /** Start and end, by the store's clock. */
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** The end of the current lease in real time. Afterwards any process may take over. */
    leasedUntil: moment('leased_until').notNull(),
    /** The lease's holder, a new id on each start and takeover. Null: none, or stopped by a reset. */
    holder: uuid('holder'),
    finishedAt: moment('finished_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    // One at a time.
    uniqueIndex('test_clock_advances_open').on(table.storeId, table.merchantId).where(sql`finished_at is null`),
    index('test_clock_advances_store').on(table.storeId, table.createdAt),
  ],
);
