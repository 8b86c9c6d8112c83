/** Whether webhooks work: since when each has failed. */
import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhooks } from '#db/schema/index.ts';
import type { Webhook } from '../webhooks.ts';

/**
 * The webhooks of which something is to be noted, locked: those that fail, and those that work again. Lock deliveries
 * first.
 */
export async function lockJudgedWebhooks(
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

/** Notes since when every attempt of a locked webhook has failed; null: the last one did not. */
export const noteHealth = (tx: Tx, { id }: Pick<Webhook, 'id'>, failingSince: Date | null) =>
  tx.update(webhooks).set({ failingSince }).where(eq(webhooks.id, id));
