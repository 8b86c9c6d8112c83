/**
 * Delivers webhooks: claims and commits, sends, then records. After a crash in between, the next worker sends the delivery
 * again with the same ID. Deliveries are sent concurrently, with limits per webhook and merchant, so that slow receivers of
 * one merchant do not delay others.
 */
import type { Database } from '#db/client.ts';
import { logFailure } from '#server/platform/outage.ts';
import { type Attempt, attempt, type Transport } from './attempt.ts';
import { listDueWebhooks } from './data/due-webhooks.ts';
import { type ClaimedDelivery, claimDeliveries } from './data/webhook-delivery-claims.ts';
import { newDeliveryConcurrency } from './delivery-concurrency.ts';
import { type CompletedDelivery, recordAttempts } from './record-attempts.ts';
import { maxDeliveryLimit } from './rules/delivery-limit.ts';

/** Answers are recorded together when there are this many, or after this time. */
const [recordedAtOnce, maxRecordDelayMs] = [32, 5];
/** The merchants whose deliveries are claimed at once: a worker has few connections. */
const maxClaims = 4;

export interface DeliverOptions extends Transport {
  readonly readClock: () => Date;
  /** A number from 0 up to 1, for the jitter of retries. */
  readonly random?: () => number;
  /** The maximum numbers of concurrent requests, in total and per webhook. */
  readonly max?: number;
  readonly maxPerWebhook?: number;
}

export interface Deliverer {
  /** Names merchants that may have due deliveries. */
  expect(merchantIds: readonly string[]): void;
  /**
   * Records completed deliveries and starts due ones within the limits, without waiting for them. With `isSearching`, the
   * default, it starts deliveries of all merchants, otherwise only of expected ones. Returns the number of completed
   * deliveries. Starts nothing once the signal is aborted.
   */
  run(signal?: AbortSignal, options?: { readonly isSearching: boolean }): Promise<number>;
  /** Waits for all requests in flight and records them. Returns their number. */
  finish(): Promise<number>;
}

/** A deliverer of due deliveries. `onEnd` is called after each request: `run` is then due again. */
export function newDeliverer(db: Database, options: DeliverOptions, onEnd: () => void = () => {}): Deliverer {
  const { readClock, random = Math.random, max = 4 * maxDeliveryLimit, maxPerWebhook = maxDeliveryLimit } = options;
  const concurrency = newDeliveryConcurrency({ max, maxPerWebhook });
  const inFlight = new Set<Promise<void>>();
  /** The merchants that may have due deliveries, in the order of their turns. */
  const expected = new Set<string>();
  /** The webhook after which the search continues. */
  let searchedTo: string | null = null;
  let completed: CompletedDelivery[] = [];
  let endGathering = () => {};

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const attempts = await makeAttempts(claimed, options, readClock).catch((error: unknown) => {
      // The delivery is due again when its lease expires, and no attempt is counted.
      logFailure(error, 'could not compose a delivery', { deliveryId: claimed.delivery.id });
      return undefined;
    });
    concurrency.leave(claimed.webhook, attempts?.[0]);
    expected.add(claimed.webhook.merchantId);
    if (attempts) completed.push({ claimed, attempts });
  }

  const isBatchReady = () => completed.length >= recordedAtOnce || inFlight.size === 0;

  /** Waits for a batch of answers: recording and claiming one by one would cost more than the requests. */
  async function gather(): Promise<void> {
    if (isBatchReady()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxRecordDelayMs);
    endGathering = resolve;
    await promise;
    clearTimeout(timer);
  }

  function end(sent: Promise<void>): void {
    inFlight.delete(sent);
    if (isBatchReady()) endGathering();
    onEnd();
  }

  /** Starts each merchant's share first, then gives the remaining slots to merchants above theirs. */
  async function start(): Promise<number> {
    const started = await startWithin({ isShared: true });
    return concurrency.isShareFull() ? started + (await startWithin({ isShared: false })) : started;
  }

  async function startWithin(options: { readonly isShared: boolean }): Promise<number> {
    const queue = [...expected];
    let started = 0;
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) started += await startOf(next, options);
    };
    await Promise.all(Array.from({ length: maxClaims }, work));
    return started;
  }

  /** Starts a merchant's due deliveries. A merchant that cannot be read does not stop the others. */
  async function startOf(merchantId: string, options: { readonly isShared: boolean }): Promise<number> {
    const limits = concurrency.reserve(merchantId, options);
    if (!limits) return 0;
    // Before the claim: a notification during it may announce more.
    expected.delete(merchantId);
    try {
      const claimed = await claimDeliveries(db, limits, readClock());
      for (const delivery of claimed) {
        concurrency.enter(delivery.webhook);
        const sent: Promise<void> = send(delivery).finally(() => end(sent));
        inFlight.add(sent);
      }
      if (claimed.length === limits.max) expected.add(merchantId);
      return claimed.length;
    } catch (error) {
      logFailure(error, 'could not claim deliveries', { merchantId });
      return 0;
    } finally {
      concurrency.release(limits);
    }
  }

  /** Finds merchants with due deliveries; returns whether there may be more. */
  async function search(): Promise<boolean> {
    const { merchantIds, next } = await listDueWebhooks(db, searchedTo, readClock());
    for (const merchantId of merchantIds) expected.add(merchantId);
    searchedTo = next;
    return next !== null;
  }

  async function recordCompleted(): Promise<number> {
    const batch = completed;
    completed = [];
    const byMerchant = Map.groupBy(batch, ({ claimed }) => claimed.delivery.merchantId);
    await Promise.all([...byMerchant.values()].map((ofOne) => record(db, ofOne, { random }, readClock())));
    // Their ends have released the deliveries behind them.
    for (const merchantId of byMerchant.keys()) expected.add(merchantId);
    return batch.length;
  }

  return {
    expect(merchantIds) {
      for (const merchantId of merchantIds) expected.add(merchantId);
    },
    async run(signal, { isSearching } = { isSearching: true }) {
      let total = 0;
      let mayFindMore = isSearching;
      for (let recorded = completed.length; ; ) {
        if (recorded > 0) await gather();
        mayFindMore = mayFindMore && !signal?.aborted && concurrency.isFree() && (await search());
        // Concurrently: completed requests free slots, and recorded ones release the deliveries behind them.
        [recorded] = await Promise.all([recordCompleted(), signal?.aborted ? 0 : start()]);
        total += recorded;
        if (recorded === 0 && completed.length === 0 && !mayFindMore) return total;
      }
    },
    async finish() {
      await Promise.all(inFlight);
      return await recordCompleted();
    },
  };
}

/** Sends one request; a second one if chaos mode duplicates a delivered one. */
async function makeAttempts(
  claimed: ClaimedDelivery,
  transport: Transport,
  readClock: () => Date,
): Promise<[Attempt, ...Attempt[]]> {
  const first = await attempt(claimed, transport, readClock());
  const { chaos, attempts } = claimed.delivery;
  const isRepeated = chaos === 'duplicate' && attempts === 0 && first.result.isSuccess;
  return isRepeated ? [first, await attempt(claimed, transport, readClock())] : [first];
}

type RecordingOptions = Parameters<typeof recordAttempts>[2];

/** Records together; after an error one by one, so that a broken record does not block the others. */
async function record(
  db: Database,
  completed: readonly CompletedDelivery[],
  options: RecordingOptions,
  now: Date,
): Promise<void> {
  try {
    await recordAttempts(db, completed, options, now);
  } catch (error) {
    logFailure(error, 'could not record a batch of attempts', { attempts: completed.length });
    for (const delivery of completed) await recordAlone(db, delivery, options, now);
  }
}

async function recordAlone(
  db: Database,
  completed: CompletedDelivery,
  options: RecordingOptions,
  now: Date,
): Promise<void> {
  try {
    await recordAttempts(db, [completed], options, now);
  } catch (error) {
    const { id } = completed.claimed.delivery;
    logFailure(error, 'could not record an attempt; it will be repeated', { deliveryId: id });
  }
}
