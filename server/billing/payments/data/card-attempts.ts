/** Card attempts without an outcome: a challenge is open, or the provider has not answered. */

import { and, eq, lt } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { cardAttempts } from '#db/schema/index.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';

type StoredAttempt = typeof cardAttempts.$inferSelect;
export type HeldAttempt = Omit<StoredAttempt, 'createdAt'>;

export async function holdAttempt(tx: Tx | Database, held: HeldAttempt, now: Date): Promise<void> {
  await tx
    .insert(cardAttempts)
    .values({ ...held, createdAt: now })
    .onConflictDoNothing();
}

/** Deletes and returns an attempt. Of several concurrent callers, one receives it. */
export async function releaseAttempt(
  tx: Tx | Database,
  { id, merchantId }: Pick<HeldAttempt, 'id' | 'merchantId'>,
): Promise<StoredAttempt | undefined> {
  const isAttempt = and(eq(cardAttempts.id, id), eq(cardAttempts.merchantId, merchantId));
  return (await tx.delete(cardAttempts).where(isAttempt).returning())[0];
}

/** Deletes attempts whose counters have expired. Returns their number. */
export async function deleteExpiredAttempts(tx: Tx | Database, now: Date): Promise<number> {
  return (await tx.delete(cardAttempts).where(and(everyMerchant, lt(cardAttempts.expiresAt, now)))).rowCount ?? 0;
}
