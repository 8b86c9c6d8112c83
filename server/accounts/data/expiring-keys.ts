/** The keys whose accounts have to be warned of their expiry. */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/index.ts';
import { hasMerchant } from '#server/platform/data/job-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import { expiryWarningMs } from '../rules/key-access.ts';
import type { ApiKey } from './merchants.ts';

/** The condition that a key expires soon and its account was not warned of that expiry. */
const isDue = (now: Date): SQL | undefined =>
  and(
    gt(apiKeys.expiresAt, now),
    lte(apiKeys.expiresAt, new Date(now.getTime() + expiryWarningMs)),
    sql`${apiKeys.expiryWarnedFor} is distinct from ${apiKeys.expiresAt}`,
  );

/** The keys to warn of, the earliest first. Locks nothing. */
export const listExpiringKeys = (tx: Tx, now: Date, limit: number): Promise<ApiKey[]> =>
  searchMerchants(tx, 'everywhere', (scope) =>
    tx
      .select()
      .from(apiKeys)
      .where(and(hasMerchant(scope, apiKeys.merchantId), isDue(now)))
      .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
      .limit(limit),
  );

/** Marks a key as warned of and returns it; undefined if another worker has, or the expiry has changed. */
export const claimExpiryWarning = async (
  tx: Tx,
  { merchantId, id }: Pick<ApiKey, 'merchantId' | 'id'>,
  now: Date,
): Promise<ApiKey | undefined> =>
  (
    await tx
      .update(apiKeys)
      .set({ expiryWarnedFor: sql`${apiKeys.expiresAt}` })
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id), isDue(now)))
      .returning()
  )[0];
