/** One at a time for whoever asks, many at once for the database. */

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

/**
 * A function that does one thing, made of one that does up to `most` at once: what is asked for while a group is under way
 * is the next group, so that nothing waits for others to come. `work` gives as many results as it got items, in their
 * sequence. Where a group fails each of it is done alone, and fails alone.
 */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let isAtIt = false;

  async function doGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [place, { settle }] of group.entries()) settle.resolve(results[place] as Result);
    } catch (error) {
      if (group.length > 1) for (const one of group) await doGroup([one]);
      else for (const { settle } of group) settle.reject(error);
    }
  }

  async function workOff(): Promise<void> {
    isAtIt = true;
    while (queue.length > 0) await doGroup(queue.splice(0, most));
    isAtIt = false;
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    queue.push({ item, settle });
    if (!isAtIt) void workOff();
    return settle.promise;
  };
}
