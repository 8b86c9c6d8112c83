/** What was done lately, for limits that several merchants' calls share. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** One row per address or account that is limited, deleted after a day. Its lock lets calls count one after the other. */
export const dailyLimits = pgTable('daily_limits', {
  /** The kind of limit, and the address or account. */
  id: text('id').primaryKey(),
  /** The times of the last 24 hours in milliseconds, newest first. */
  times: jsonb('times').$type<readonly number[]>().notNull(),
  expiresAt: moment('expires_at').notNull(),
});
