/** Accounts and their API keys. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { apiKeys, credentials, merchants } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';

export type ApiKey = typeof apiKeys.$inferSelect;
export type Merchant = typeof merchants.$inferSelect;

/**
 * Inserts an account for an operator, who vouches for its address. `passwordHash` is scrypt's; without it, the account sets
 * its password by email later.
 */
export async function insertMerchant(
  tx: Tx,
  merchant: { email: string; name: string; passwordHash: string | undefined },
  now: Date,
): Promise<Merchant> {
  const [row] = await tx
    .insert(merchants)
    .values({
      id: newId(),
      name: merchant.name,
      email: merchant.email.toLowerCase(),
      emailVerified: true,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('insert returned no merchant');
  if (merchant.passwordHash !== undefined) {
    const credential = { id: newId(), merchantId: row.id, accountId: row.id, providerId: 'credential' };
    await tx
      .insert(credentials)
      .values({ ...credential, password: merchant.passwordHash, createdAt: now, updatedAt: now });
  }
  return row;
}

export const findMerchant = async (tx: Tx, merchantId: string): Promise<Merchant | undefined> =>
  (await tx.select().from(merchants).where(eq(merchants.id, merchantId)))[0];

export const findMerchantByEmail = async (tx: Tx, email: string): Promise<Merchant | undefined> =>
  (await tx.select().from(merchants).where(eq(merchants.email, email.toLowerCase())))[0];

/** Locks the account's row, for changes that count its keys. */
export const lockMerchant = (tx: Tx, merchantId: string) =>
  tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchantId)).for('update');

/** The merchant's keys of both environments, oldest first. */
export const listApiKeys = (tx: Tx, merchantId: string): Promise<ApiKey[]> =>
  tx.select().from(apiKeys).where(eq(apiKeys.merchantId, merchantId)).orderBy(apiKeys.createdAt, apiKeys.id);

/** All public keys of a merchant, for checking a signature. */
export const listPublicKeys = (tx: Tx, merchantId: string) => publicKeys(tx, { merchantId });

const publicKeys = hotStatement((db, { merchantId }: Params<{ merchantId: string }>) =>
  db
    .select({
      id: apiKeys.id,
      environment: apiKeys.environment,
      publicKey: apiKeys.publicKey,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.merchantId, merchantId)),
);

export async function insertApiKey(
  tx: Tx,
  key: { merchantId: string; environment: Environment; nickname: string; publicKey: string; fingerprint: string },
  now: Date,
): Promise<ApiKey> {
  const [row] = await tx
    .insert(apiKeys)
    .values({ id: newId(), ...key, createdAt: now })
    .returning();
  if (!row) throw new Error('insert returned no key');
  return row;
}

/** Deletes a merchant's key and returns it, or undefined. */
export const deleteApiKey = async (tx: Tx, merchantId: string, keyId: string): Promise<ApiKey | undefined> =>
  (
    await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))
      .returning()
  )[0];

export const touchApiKey = (tx: Tx, keyId: string, now: Date) =>
  tx.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, keyId));
