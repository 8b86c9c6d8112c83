/** Whether anybody has bought. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';

/** Whether a store has had a buyer in an environment: an order that was paid, or a subscription that began. */
export async function hasBuyer(tx: Tx, scope: { storeId: string; environment: Environment }): Promise<boolean> {
  const mine = and(eq(customers.storeId, scope.storeId), eq(customers.environment, scope.environment));
  return (await tx.select({ id: customers.id }).from(customers).where(mine).limit(1)).length > 0;
}
