/** The keys whose accounts have to be warned of their expiry. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/index.ts';
import { expiryWarningMs } from '../rules/key-access.ts';
import type { ApiKey } from './merchants.ts';

/** Locks keys that expire soon and whose account was not warned of that expiry, the earliest first. */
export const lockExpiringKeys = (tx: Tx, now: Date, limit: number): Promise<ApiKey[]> =>
  tx
    .select()
    .from(apiKeys)
    .where(
      and(
        gt(apiKeys.expiresAt, now),
        lte(apiKeys.expiresAt, new Date(now.getTime() + expiryWarningMs)),
        sql`${apiKeys.expiryWarnedFor} is distinct from ${apiKeys.expiresAt}`,
      ),
    )
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Marks locked keys as warned of. */
export async function saveExpiryWarnings(tx: Tx, keys: readonly ApiKey[]): Promise<void> {
  for (const { merchantId, id, expiresAt } of keys) {
    await tx
      .update(apiKeys)
      .set({ expiryWarnedFor: expiresAt })
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id)));
  }
}
