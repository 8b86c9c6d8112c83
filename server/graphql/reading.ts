/** Schedules and limits the reads of one request. */
import { setMaxListeners } from 'node:events';
import type { Database, Tx } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { Caller } from '#server/platform/action.ts';
import { isQueueFull, reads } from '#server/platform/data/account-queue.ts';
import { isStatementTimeout, isUnavailable } from '#server/platform/data/read-failures.ts';
import { logFailure } from '#server/platform/outage.ts';

/** Runs a query in the account's turn and returns its result. */
export type Read = <Found>(query: (tx: Tx) => Promise<Found>) => Promise<Found>;

const tooLong = () => new ApiError(400, 'Query takes too long: request a shorter range or less data', 'graphql');
const tooMany = () =>
  new ApiError(429, 'Too many queries at once: wait for the responses to earlier queries', 'graphql', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Starts the reads of a request, until `end`. Once a statement times out or finds no database, or `maxMs` have passed,
 * the request is over: waiting reads fail with the same refusal, and no new ones start. A running statement ends by its
 * own timeout and keeps its slot until then.
 */
export function startReading(db: Database, caller: Caller, maxMs: number): { read: Read; end: () => void } {
  const accountId = caller.kind === 'apiKey' || caller.kind === 'dashboard' ? caller.merchantId : caller.storeId;
  const controller = new AbortController();
  const { signal } = controller;
  // Every waiting read adds a listener, so many listeners are not a leak.
  setMaxListeners(0, signal);
  const timer = setTimeout(() => controller.abort(tooLong()), maxMs);
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  over.catch(() => {});
  let [underWay, hasEnded] = [0, false];
  const read: Read = async (query) => {
    if (hasEnded) throw tooLong();
    underWay += 1;
    try {
      return await Promise.race([reads().run(accountId, () => query(db), signal), over]);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      // Logged once per request for the operator. Callers get no details.
      if (!signal.aborted && refusal.status === 503) logFailure(error, 'could not read data');
      controller.abort(refusal);
      throw refusal;
    } finally {
      underWay -= 1;
    }
  };
  const end = () => {
    clearTimeout(timer);
    hasEnded = true;
    // Reads may be left unawaited after another field failed.
    if (underWay > 0) controller.abort(tooLong());
  };
  return { read, end };
}

/** The refusal for the rest of a request; undefined if one field failed for its own reason. */
function refusalOf(error: unknown): ApiError | undefined {
  if (isStatementTimeout(error)) return tooLong();
  if (isUnavailable(error)) return errors.unavailable();
  return isQueueFull(error) ? tooMany() : undefined;
}
