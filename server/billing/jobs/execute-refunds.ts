/**
 * Executes refunds: claims a refund and commits, asks its provider, then records the result. After a crash in between,
 * the next worker asks with the same idempotency key and receives the same result.
 */
import type { Database } from '#db/client.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { claimDueRefund, listProvidersOfDueRefunds } from '../refunds/refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { runConcurrently } from './concurrency.ts';
import { type RoundOptions, startRound } from './provider-round.ts';

/** Concurrent refunds per provider. */
const concurrency = 2;
const actor = { kind: 'worker', by: 'execute-refunds' } as const;

/** Executes the refunds that are due at `now`, the longest due first. Returns how many were decided. */
export async function executeRefunds(
  db: Database,
  now: Date,
  { scope = 'everywhere', ...options }: RoundOptions & { readonly scope?: JobScope } = {},
): Promise<number> {
  const round = startRound(db, options);
  let decided = 0;
  const work = async (name: string) => {
    // One refund at a time, so that no claim expires while the worker waits for another refund.
    while (round.isOpen(name)) {
      const refund = await db.transaction(async (tx) =>
        (await mayTake(tx, scope)) ? await claimDueRefund(tx, scope, name, now) : undefined,
      );
      if (!refund) return;
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
