/** Data encrypted or signed with APP_SECRET. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dashboardSessions, twoFactors, webhookKeys } from '#db/schema/index.ts';

/** All webhook signing keys, published or not, with their encrypted private halves; locked. */
export const lockEncryptedKeys = (tx: Tx) => tx.select().from(webhookKeys).for('update');

export async function updateEncryptedKey(tx: Tx, id: string, privateKey: string): Promise<void> {
  await tx.update(webhookKeys).set({ privateKey }).where(eq(webhookKeys.id, id));
}

/** The encrypted second factors of all accounts; locked. */
export const lockEncryptedFactors = (tx: Tx) =>
  tx
    .select({ id: twoFactors.id, secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors)
    .for('update');

export async function updateEncryptedFactor(
  tx: Tx,
  id: string,
  values: { secret: string; backupCodes: string },
): Promise<void> {
  await tx.update(twoFactors).set(values).where(eq(twoFactors.id, id));
}

/** Ends every dashboard session, whose cookies were signed with the old secret. Returns how many. */
export async function endAllSessions(tx: Tx): Promise<number> {
  const ended = await tx
    .delete(dashboardSessions)
    .where(isNotNull(dashboardSessions.id))
    .returning({ id: dashboardSessions.id });
  return ended.length;
}

/** The number of connections that servers and workers have to this database. A process idle for a minute has none. */
export async function countServiceConnections(tx: Tx): Promise<number> {
  const {
    rows: [row],
  } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database()
      and application_name in ('counterfoil', 'counterfoil-reader', 'counterfoil-worker', 'counterfoil-jobs')`);
  return row?.count ?? 0;
}
