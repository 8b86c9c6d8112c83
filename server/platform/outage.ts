/**
 * Failures while the database is away: callers are told to come back, and the log says it once in a while instead of with
 * every call that fails.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isOutOfReach } from './data/read-failures.ts';
import { describeFailure, log } from './log.ts';

/** At most one line about an outage in this time. */
const quietMs = 30_000;

const kept = globalThis as typeof globalThis & { counterfoilOutage?: { saidAt: number; unsaid: number } };

/** What a caller is told of something that was thrown; what nobody foresaw says nothing. */
export function refusalFor(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return isOutOfReach(error) ? errors.unavailable() : errors.internal();
}

/** A library's failure, or the database's own where that is away: some libraries put other words in its place. */
export async function databaseFailureOr(error: unknown, db: Database): Promise<unknown> {
  return await db.execute(sql`select 1`).then(
    () => error,
    (failure: unknown) => failure,
  );
}

/** Logs a failure with `about`. Failures for want of a database share one line every half a minute. */
export function logFailure(error: unknown, message: string, about: object = {}): void {
  const failure = describeFailure(error);
  if (!isOutOfReach(error)) {
    log().error({ ...about, ...failure }, message);
    return;
  }
  kept.counterfoilOutage ??= { saidAt: Number.NEGATIVE_INFINITY, unsaid: 0 };
  const outage = kept.counterfoilOutage;
  const now = performance.now();
  if (now - outage.saidAt < quietMs) {
    outage.unsaid += 1;
    return;
  }
  log().error({ ...about, ...failure, during: message, unsaid: outage.unsaid }, 'the database is away');
  Object.assign(outage, { saidAt: now, unsaid: 0 });
}
