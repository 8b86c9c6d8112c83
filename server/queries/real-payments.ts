/** What money a store has taken in prod: once any of it was real, the sandbox never sells there again. */
import { and, asc, eq, exists, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { payments, stores } from '../../db/schema/index.ts';

/** Whether a prod payment of that store was tried with another provider than the sandbox. */
export async function hasRealPayments(tx: Tx, storeId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), realPaymentsOf(tx, stores.id)));
  return rows.length > 0;
}

/** The same as a condition on the store with that id. */
export const realPaymentsOf = (tx: Tx, storeId: SQLWrapper) =>
  exists(
    tx
      .select({ isOne: sql`1` })
      .from(payments)
      .where(and(eq(payments.storeId, storeId), eq(payments.environment, 'prod'), ne(payments.provider, 'sandbox'))),
  );

/** Whether any payment of that store in prod was the sandbox's: those come before all real ones, so the oldest tells. */
export async function hasPlayPayments(tx: Tx, storeId: string): Promise<boolean> {
  const [oldest] = await tx
    .select({ provider: payments.provider })
    .from(payments)
    .where(and(eq(payments.storeId, storeId), eq(payments.environment, 'prod')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(1);
  return oldest?.provider === 'sandbox';
}
