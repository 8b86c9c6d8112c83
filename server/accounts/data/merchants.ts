/** Accounts and their API keys. */
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { apiKeys, credentials, merchants } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { lockByName } from '#server/platform/data/merchant-lock.ts';
import { type KeyAccess, lastUseResolutionMs } from '../rules/key-access.ts';

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

/**
 * Locks the account until the transaction ends. A lock by name, because `merchants` can have a copy on every node, and a
 * lock of one copy does not lock the others.
 */
export const lockMerchant = (tx: Tx, merchantId: string): Promise<void> =>
  lockByName(tx, merchantId, accountLock(merchantId));

const accountLock = (merchantId: string): string => `account ${merchantId}`;

/** The account, which an operator neither suspends nor reinstates until the transaction ends. */
export async function holdMerchant(tx: Tx, merchantId: string): Promise<Merchant | undefined> {
  await lockByName(tx, merchantId, accountLock(merchantId), 'share');
  return await findMerchant(tx, merchantId);
}

/** The merchant's keys of both environments, oldest first. */
export const listApiKeys = (tx: Tx, merchantId: string): Promise<ApiKey[]> =>
  tx.select().from(apiKeys).where(eq(apiKeys.merchantId, merchantId)).orderBy(apiKeys.createdAt, apiKeys.id);

/** All public keys of a merchant and their access, for checking a signature. */
export const listPublicKeys = (tx: Tx, merchantId: string) => publicKeys(tx, { merchantId });

const publicKeys = hotStatement((db, { merchantId }: Params<{ merchantId: string }>) =>
  db
    .select({
      id: apiKeys.id,
      environment: apiKeys.environment,
      publicKey: apiKeys.publicKey,
      scopes: apiKeys.scopes,
      networks: apiKeys.networks,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.merchantId, merchantId)),
);

interface NewApiKey extends Partial<KeyAccess> {
  readonly expiryWarnedFor?: Date | null;
  readonly merchantId: string;
  readonly environment: Environment;
  readonly nickname: string;
  readonly publicKey: string;
  readonly fingerprint: string;
}

/** Inserts a key; without scopes, networks and expiry it is unrestricted. */
export async function insertApiKey(
  tx: Tx,
  { scopes = null, networks = null, ...key }: NewApiKey,
  now: Date,
): Promise<ApiKey> {
  const [row] = await tx
    .insert(apiKeys)
    .values({ id: newId(), ...key, scopes: scopes && [...scopes], networks: networks && [...networks], createdAt: now })
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

/** Locks a merchant's key and returns it, or undefined. */
export const lockApiKey = async (tx: Tx, merchantId: string, keyId: string): Promise<ApiKey | undefined> =>
  (
    await tx
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))
      .for('update')
  )[0];

/** Saves changes of a locked key. */
export async function updateApiKey(
  tx: Tx,
  { merchantId, id }: Pick<ApiKey, 'merchantId' | 'id'>,
  changes: Partial<ApiKey>,
): Promise<ApiKey> {
  const [row] = await tx
    .update(apiKeys)
    .set(changes)
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id)))
    .returning();
  if (!row) throw new Error('update returned no key');
  return row;
}

/** Saves a key's last use, unless another process saved one within the resolution. */
export const saveKeyUse = (
  tx: Tx,
  { merchantId, keyId, address }: { readonly merchantId: string; readonly keyId: string; readonly address: string },
  now: Date,
) =>
  tx
    .update(apiKeys)
    .set({ lastUsedAt: now, lastUsedAddress: address || null })
    .where(
      and(
        eq(apiKeys.merchantId, merchantId),
        eq(apiKeys.id, keyId),
        or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(now.getTime() - lastUseResolutionMs))),
      ),
    );
