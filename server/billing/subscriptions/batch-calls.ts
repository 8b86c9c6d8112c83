/** Batches individual calls, for example into one transaction. */

interface PendingCall<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

/**
 * Makes a function for single items from `work`, which processes up to `maxBatch` of them. Calls during a batch form the
 * next one, so that no call waits for others to arrive. `work` returns one result per item, in order. The items of a
 * failed batch are processed again one by one.
 */
export function batchCalls<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch: number,
): (item: Item) => Promise<Result> {
  const queue: PendingCall<Item, Result>[] = [];
  let isRunning = false;

  async function runBatch(batch: readonly PendingCall<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { settle }] of batch.entries()) settle.resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1) for (const call of batch) await runBatch([call]);
      else for (const { settle } of batch) settle.reject(error);
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) await runBatch(queue.splice(0, maxBatch));
    isRunning = false;
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    queue.push({ item, settle });
    if (!isRunning) void drain();
    return settle.promise;
  };
}
