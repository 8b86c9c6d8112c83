import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';

/** Whether a store has had a buyer in an environment: a paid order, or a started subscription. */
export async function hasBuyer(tx: Tx, scope: StoreScope & { readonly environment: Environment }): Promise<boolean> {
  const isInScope = and(inStore(customers, scope), eq(customers.environment, scope.environment));
  return (await tx.select({ id: customers.id }).from(customers).where(isInScope).limit(1)).length > 0;
}
