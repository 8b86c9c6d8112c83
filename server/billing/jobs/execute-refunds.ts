/**
 * Refunds that were asked for: claimed and committed first, then asked of their providers, then recorded. Whatever dies
 * in between, the next worker asks under the same key and hears what was done.
 */
import type { Database } from '#db/client.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { claimDueRefund, listProvidersOfDueRefunds } from '../refunds/refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { inLanes } from './concurrency.ts';
import { beginRound, type RoundOptions } from './provider-round.ts';

/** How many are asked for at the same time. */
const lanes = 2;
const actor = { kind: 'worker', by: 'execute-refunds' } as const;

/** Makes the refunds that are due at `now`, the longest due first; says how many were decided. */
export async function executeRefunds(
  db: Database,
  now: Date,
  { scope = 'everywhere', ...options }: RoundOptions & { readonly scope?: JobScope } = {},
): Promise<number> {
  const round = beginRound(db, options);
  let decided = 0;
  const work = async (name: string) => {
    // One at a time, so that no claim runs out while others are asked about.
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
  await inLanes(providers.flatMap((name) => Array.from({ length: lanes }, () => () => work(name))));
  return decided;
}
