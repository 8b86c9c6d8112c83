/** How one request reads: in turn with whatever else is read for the same account, and not for ever. */
import { setMaxListeners } from 'node:events';
import type { Database, Tx } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { Caller } from '#server/platform/action.ts';
import { isFull, reads } from '#server/platform/data/account-queue.ts';
import { isOutOfReach, tookTooLong } from '#server/platform/data/read-failures.ts';
import { logFailure } from '#server/platform/outage.ts';

/** Does a query when it is its turn, and gives what it finds. */
export type Read = <Found>(query: (tx: Tx) => Promise<Found>) => Promise<Found>;

const tooLong = () => new ApiError(400, 'Query takes too long: ask for a shorter range, or for less', 'graphql');
const tooMany = () =>
  new ApiError(429, 'Too many queries at once: wait for the answers to those before', 'graphql', {
    headers: { 'Retry-After': '1' },
  });

/**
 * What a request reads by until `end`. Once one of its statements took too long or found no database, or `maxMs` have
 * passed, the request is over: what waits is refused with the same words, and nothing begins any more. What PostgreSQL is at
 * work on ends by its own limit, and keeps its place in the line until then.
 */
export function startReading(db: Database, caller: Caller, maxMs: number): { read: Read; end: () => void } {
  const accountId = caller.kind === 'apiKey' || caller.kind === 'dashboard' ? caller.merchantId : caller.storeId;
  const controller = new AbortController();
  const { signal } = controller;
  // Whatever waits listens; that they are many is no mistake.
  setMaxListeners(0, signal);
  const impatience = setTimeout(() => controller.abort(tooLong()), maxMs);
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
      // Once a request, and for whoever runs the service: callers are not told what is wrong with it.
      if (!signal.aborted && refusal.status === 503) logFailure(error, 'nothing could be read');
      controller.abort(refusal);
      throw refusal;
    } finally {
      underWay -= 1;
    }
  };
  const end = () => {
    clearTimeout(impatience);
    hasEnded = true;
    // Fields may be left that nobody waits for, where another failed.
    if (underWay > 0) controller.abort(tooLong());
  };
  return { read, end };
}

/** The refusal of all that is left of a request; undefined where one field failed for a reason of its own. */
function refusalOf(error: unknown): ApiError | undefined {
  if (tookTooLong(error)) return tooLong();
  if (isOutOfReach(error)) return errors.unavailable();
  return isFull(error) ? tooMany() : undefined;
}
