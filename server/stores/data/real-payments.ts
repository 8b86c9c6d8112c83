/** Real payments of a store in prod. After the first one, the sandbox never sells there again. */
import { and, asc, type Column, eq, exists, lt, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments, stores } from '#db/schema/index.ts';
import { among, type ReadScope } from '#server/platform/data/listing.ts';

/** Whether the store has a prod payment through another provider than the sandbox. */
export async function hasRealPayments(tx: Tx, storeId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), realPaymentsOf(tx, { merchantId: stores.merchantId, storeId: stores.id })));
  return rows.length > 0;
}

/** The condition that a store has real payments. */
export const realPaymentsOf = (
  tx: Tx,
  { merchantId, storeId }: { readonly merchantId: Column | string; readonly storeId: Column },
) =>
  exists(
    tx
      .select({ isOne: sql`1` })
      .from(payments)
      .where(
        and(
          eq(payments.merchantId, merchantId),
          eq(payments.storeId, storeId),
          eq(payments.environment, 'prod'),
          ne(payments.provider, 'sandbox'),
        ),
      ),
  );

/** Whether the store has sandbox payments in prod. They precede all real ones, so the oldest payment decides. */
export const hasPlayPayments = async (tx: Tx, storeId: string): Promise<boolean> =>
  (await readPlayProvider(tx, { environment: 'prod', storeIds: [storeId] }, { range: {} })) === 'sandbox';

/** `sandbox` if the oldest prod payment of any of the stores before the range's end is the sandbox's; otherwise null. */
export async function readPlayProvider(
  tx: Tx,
  { environment, storeIds }: Pick<ReadScope, 'environment' | 'storeIds'>,
  { range: { to } }: { readonly range: { readonly to?: Date } },
): Promise<'sandbox' | null> {
  if (environment !== 'prod') return null;
  const oldest = tx
    .select({ provider: payments.provider, createdAt: payments.createdAt })
    .from(payments)
    .where(and(eq(payments.storeId, stores.id), eq(payments.environment, 'prod')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(1)
    .as('oldest');
  const [found] = await tx
    .select({ id: stores.id })
    .from(stores)
    .innerJoinLateral(oldest, eq(oldest.provider, 'sandbox'))
    .where(and(among(stores.id, storeIds), to && lt(oldest.createdAt, to)))
    .limit(1);
  return found ? 'sandbox' : null;
}
