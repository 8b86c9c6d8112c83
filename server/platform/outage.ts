/**
 * Failures while the database is unavailable: callers get 503, and the log gets one line every half minute instead of
 * one per call.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isUnavailable } from './data/read-failures.ts';
import { describeFailure, log } from './log.ts';

/** The minimum interval between log lines about an outage. */
const quietMs = 30_000;

const shared = globalThis as typeof globalThis & { counterfoilOutage?: { loggedAt: number; suppressed: number } };

/** The refusal for a thrown error. Unexpected errors reveal nothing. */
export function refusalFor(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return isUnavailable(error) ? errors.unavailable() : errors.internal();
}

/** A library's failure, or the database's own if it is unavailable: some libraries wrap the original error. */
export async function databaseFailureOr(error: unknown, db: Database): Promise<unknown> {
  return await db.execute(sql`select 1`).then(
    () => error,
    (failure: unknown) => failure,
  );
}

/** Logs a failure with `about`. Failures caused by an outage share one line every half minute. */
export function logFailure(error: unknown, message: string, about: object = {}): void {
  const failure = describeFailure(error);
  if (!isUnavailable(error)) {
    log().error({ ...about, ...failure }, message);
    return;
  }
  shared.counterfoilOutage ??= { loggedAt: Number.NEGATIVE_INFINITY, suppressed: 0 };
  const outage = shared.counterfoilOutage;
  const now = performance.now();
  if (now - outage.loggedAt < quietMs) {
    outage.suppressed += 1;
    return;
  }
  log().error({ ...about, ...failure, during: message, suppressed: outage.suppressed }, 'the database is unavailable');
  Object.assign(outage, { loggedAt: now, suppressed: 0 });
}
