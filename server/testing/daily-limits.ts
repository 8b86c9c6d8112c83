/** The counts of daily limits. */
import { like, sql } from 'drizzle-orm';
import { dailyLimits } from '#db/schema/index.ts';
import { db } from './api.ts';

/** As if everything that was counted for an address or account had happened that long ago. */
export const ageCounts = (name: string, seconds: number) =>
  db
    .update(dailyLimits)
    .set({
      times: sql`(select jsonb_agg(${Date.now() - seconds * 1000}::bigint) from jsonb_array_elements(${dailyLimits.times}))`,
    })
    .where(like(dailyLimits.id, `%${name}%`));

/** As if something limited had been done a number of times in the last minute. */
export const setCount = (id: string, count: number, now = new Date()) =>
  db
    .insert(dailyLimits)
    .values({ id, times: Array.from({ length: count }, () => now.getTime() - 60_000), expiresAt: now })
    .onConflictDoUpdate({ target: dailyLimits.id, set: { times: sql`excluded.times` } });
