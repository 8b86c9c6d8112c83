/** Limits of what all merchants' calls together may do within a day, such as emails to one address. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dailyLimits } from '#db/schema/index.ts';

const daySeconds = 24 * 60 * 60;

interface DailyLimit {
  /** How often within `seconds`. */
  readonly max: number;
  /** At most a day, which is the default. */
  readonly seconds?: number;
}

/**
 * Counts one more under this name, if the transaction commits. If a limit is reached, counts nothing and returns the first
 * such limit and the seconds until it allows one more; the caller refuses. Transactions with the same name wait for each
 * other here, on any node.
 */
export async function countDaily<Limit extends DailyLimit>(
  tx: Tx,
  name: string,
  limits: readonly Limit[],
  now: Date,
): Promise<{ readonly limit: Limit; readonly waitSeconds: number } | undefined> {
  const expiresAt = new Date(now.getTime() + daySeconds * 1000);
  const [held] = await tx
    .insert(dailyLimits)
    .values({ id: name, times: [], expiresAt })
    // Locks and returns an existing row.
    .onConflictDoUpdate({ target: dailyLimits.id, set: { expiresAt: sql`excluded.expires_at` } })
    .returning();
  const times = (held?.times ?? []).filter((time) => secondsUntilFree(time, daySeconds, now) > 0);
  for (const limit of limits) {
    const { max, seconds = daySeconds } = limit;
    const first = times[max - 1];
    const waitSeconds = first === undefined ? 0 : secondsUntilFree(first, seconds, now);
    // A concurrent call may have started later.
    if (waitSeconds > 0) return { limit, waitSeconds: Math.min(waitSeconds, seconds) };
  }
  const counted = [now.getTime(), ...times].toSorted((one, other) => other - one);
  await tx.update(dailyLimits).set({ times: counted }).where(eq(dailyLimits.id, name));
  return undefined;
}

const secondsUntilFree = (time: number, seconds: number, now: Date): number =>
  Math.ceil((time - now.getTime()) / 1000 + seconds);
