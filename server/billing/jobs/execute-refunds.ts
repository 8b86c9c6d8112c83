/**
 * Executes refunds: claims a refund and commits, asks its provider, then records the result. After a crash in between,
 * the next worker asks with the same idempotency key and receives the same result.
 */
import type { Database } from '#db/client.ts';
import { type BatchScope, type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { claimDueRefund, listMerchantsOfDueRefunds, listProvidersOfDueRefunds } from '../refunds/refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { runConcurrently } from './concurrency.ts';
import { type Round, type RoundOptions, startRound } from './provider-round.ts';

/** Concurrent refunds per merchant and provider. */
const concurrency = 2;
const actor = { kind: 'worker', by: 'execute-refunds' } as const;

/** Executes the refunds that are due at `now`, the longest due first. Returns how many were decided. */
export async function executeRefunds(
  db: Database,
  now: Date,
  { scope = 'everywhere', ...options }: RoundOptions & { readonly scope?: JobScope } = {},
): Promise<number> {
  const round = startRound(db, options);
  return await runByMerchant(scope, {
    listDue: (search) => listMerchantsOfDueRefunds(db, now, search),
    runBatch: async (batchScope) => ({ done: await executeBatch(db, batchScope, round, now), isLast: true }),
  });
}

/** Executes all due refunds of a merchant. */
async function executeBatch(db: Database, scope: BatchScope, round: Round, now: Date): Promise<number> {
  let decided = 0;
  const work = async (name: string) => {
    // One refund at a time, so that no claim expires while the worker waits for another refund.
    while (round.isOpen(name)) {
      const refund = await db.transaction(async (tx) =>
        (await mayTake(tx, scope)) ? await claimDueRefund(tx, scope, name, now) : undefined,
      );
      if (!refund) break;
      const isDecided = await round.ask(refund, async (provider) => {
        const settled = await settleRefund(db, provider, refund, { actor }, now);
        return settled.status !== refund.status;
      });
      if (isDecided) decided += 1;
    }
  };
  const providers = await listProvidersOfDueRefunds(db, scope, now);
  await runConcurrently(providers.flatMap((name) => Array.from({ length: concurrency }, () => () => work(name))));
  return decided;
}
