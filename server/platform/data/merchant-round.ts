/**
 * Rounds of a job over the merchants with due work. The search locks nothing and asks every node; a batch is of one merchant,
 * so its locks and writes are on one node.
 */
import type { DueSearch } from './due-merchants.ts';
import type { BatchScope, JobScope } from './job-scope.ts';

/** The merchants of one search, which bounds the search and its result. */
const maxMerchants = 1000;

export interface MerchantRound {
  /** The merchants with due work, the longest due first. Locks nothing. */
  readonly listDue: (search: DueSearch) => Promise<readonly string[]>;
  /** Processes one batch: how much work was done, and whether more may be due. */
  readonly runBatch: (scope: BatchScope) => Promise<{ readonly done: number; readonly isLast: boolean }>;
  /** The number of concurrent batches. The default leaves half of a worker's connections to its other jobs. */
  readonly concurrency?: number;
  /** Once aborted, no further batch starts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs batches until nothing is due; returns the amount of work. Each merchant's batches run one after another, and other
 * merchants take turns with it. Merchants that are due again meanwhile wait for the next round, so that work that cannot be
 * done now ends no round in a loop. A failing merchant does not block others; its error is thrown at the end. In the scope
 * of one store only its batches run.
 */
export async function runByMerchant(
  scope: JobScope,
  { listDue, runBatch, concurrency = 2, signal }: MerchantRound,
): Promise<number> {
  let total = 0;
  const failures: unknown[] = [];
  const runAll = async (queue: BatchScope[]) => {
    const work = async () => {
      for (let next = queue.shift(); next && !signal?.aborted; next = queue.shift()) {
        try {
          const { done, isLast } = await runBatch(next);
          total += done;
          if (!isLast) queue.push(next);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
  if (scope === 'everywhere') {
    const served: string[] = [];
    let isComplete = false;
    while (!isComplete && !signal?.aborted) {
      const due = await listDue({ limit: maxMerchants, except: served });
      served.push(...due);
      isComplete = due.length < maxMerchants;
      await runAll(due.map((merchantId) => ({ merchantId })));
    }
  } else await runAll([scope]);
  if (failures.length > 0) throw failures[0];
  return total;
}
