/** Since when webhooks have been failing. */
import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhooks } from '#db/schema/index.ts';
import type { Webhook } from '../webhooks.ts';

/** Locks the webhooks whose health changes: failing ones, and recovered ones. Lock deliveries first. */
export async function lockWebhooksForHealth(
  tx: Tx,
  { worked, failing }: { readonly worked: readonly string[]; readonly failing: readonly string[] },
): Promise<Webhook[]> {
  return await tx
    .select()
    .from(webhooks)
    .where(
      or(inArray(webhooks.id, [...failing]), and(inArray(webhooks.id, [...worked]), isNotNull(webhooks.failingSince))),
    )
    .orderBy(asc(webhooks.id))
    .for('no key update');
}

/** Stores since when all attempts of a locked webhook have failed; null if the last one succeeded. */
export const saveHealth = (tx: Tx, { id }: Pick<Webhook, 'id'>, failingSince: Date | null) =>
  tx.update(webhooks).set({ failingSince }).where(eq(webhooks.id, id));
