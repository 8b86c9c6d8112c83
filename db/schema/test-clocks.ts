/** Advances of stores' test clocks: an intent first, so that one that broke off is carried on. */
import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { keyOf, owner } from './tenant.ts';

export const testClockAdvances = pgTable(
  'test_clock_advances',
  {
    id: id(),
    ...owner(),
    /** From when to when, on the store's clock. */
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Until when, in real time, somebody is at it; later, anybody may carry it on. */
    leasedUntil: moment('leased_until').notNull(),
    /** Who is at it: made afresh by whoever begins it or takes it over. Null: nobody, or it was stopped by a reset. */
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
