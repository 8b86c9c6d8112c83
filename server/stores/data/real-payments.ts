/** Real payments of a store in prod. After the first one, the sandbox never sells there again. */
import { and, asc, type Column, eq, exists, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments, stores } from '#db/schema/index.ts';
import { among, type ReadScope } from '#server/platform/data/listing.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';

const isReal = and(eq(payments.environment, 'prod'), ne(payments.provider, 'sandbox'));

/** Whether the store has a prod payment through another provider than the sandbox. */
export async function hasRealPayments(tx: Tx, scope: StoreScope): Promise<boolean> {
  const isOne = and(inStore(payments, scope), isReal);
  return (await tx.select({ id: payments.id }).from(payments).where(isOne).limit(1)).length > 0;
}

/** The condition that a store has real payments. `ofMerchant`: the condition that payments are of its merchant. */
export const realPaymentsOf = (tx: Tx, ofMerchant: SQL | undefined, storeId: Column) =>
  exists(
    tx
      .select({ isOne: sql`1` })
      .from(payments)
      .where(and(ofMerchant, eq(payments.storeId, storeId), isReal)),
  );

/** Whether the store has sandbox payments in prod. They precede all real ones, so the oldest payment decides. */
export const hasPlayPayments = async (tx: Tx, { merchantId, storeId }: StoreScope): Promise<boolean> => {
  const scope = { environment: 'prod', storeIds: [storeId], merchantIds: [merchantId] } as const;
  return (await readPlayProvider(tx, scope, { range: {} })) === 'sandbox';
};

/** `sandbox` if the oldest prod payment of any of the stores before the range's end is the sandbox's; otherwise null. */
export async function readPlayProvider(
  tx: Tx,
  { environment, storeIds, merchantIds }: Pick<ReadScope, 'environment' | 'storeIds' | 'merchantIds'>,
  { range: { to } }: { readonly range: { readonly to?: Date } },
): Promise<'sandbox' | null> {
  if (environment !== 'prod') return null;
  for (const merchantId of new Set(merchantIds)) {
    const oldest = tx
      .select({ provider: payments.provider, createdAt: payments.createdAt })
      .from(payments)
      .where(
        and(eq(payments.merchantId, merchantId), eq(payments.storeId, stores.id), eq(payments.environment, 'prod')),
      )
      .orderBy(asc(payments.createdAt), asc(payments.id))
      .limit(1)
      .as('oldest');
    const [found] = await tx
      .select({ id: stores.id })
      .from(stores)
      .innerJoinLateral(oldest, eq(oldest.provider, 'sandbox'))
      .where(and(among(stores.id, storeIds), eq(stores.merchantId, merchantId), to && lt(oldest.createdAt, to)))
      .limit(1);
    if (found) return 'sandbox';
  }
  return null;
}
