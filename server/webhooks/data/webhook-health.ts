/** Since when webhooks have been failing. */
import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { webhooks } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import type { Webhook } from '../webhooks.ts';

interface Results {
  readonly merchantId: string;
  readonly worked: readonly string[];
  readonly failing: readonly string[];
}

/** Locks the merchant's webhooks whose health changes: failing ones, and recovered ones. Lock deliveries first. */
export const lockWebhooksForHealth = (tx: Tx, results: Results): Promise<Webhook[]> => changing(tx, results);

const changing = hotStatement((db, { merchantId, worked, failing }: Params<Results>) =>
  db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.merchantId, merchantId),
        or(among(webhooks.id, failing), and(among(webhooks.id, worked), isNotNull(webhooks.failingSince))),
      ),
    )
    .orderBy(asc(webhooks.id))
    .for('no key update'),
);

/** Stores since when all attempts of a locked webhook have failed; null if the last one succeeded. */
export const saveHealth = (tx: Tx, { id, merchantId }: Pick<Webhook, 'id' | 'merchantId'>, failingSince: Date | null) =>
  tx
    .update(webhooks)
    .set({ failingSince })
    .where(and(eq(webhooks.id, id), eq(webhooks.merchantId, merchantId)));
