/** API keys with limited access. */
import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema/index.ts';
import { insertApiKey } from '#server/accounts/data/merchants.ts';
import type { KeyAccess } from '#server/accounts/rules/key-access.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import type { Environment } from '#server/domain/environments.ts';
import { db, type TestMerchant } from './api.ts';

/** Registers another key of the merchant and returns its id and its private half, to sign with. */
export async function newKey(
  merchant: Pick<TestMerchant, 'id'>,
  access: Partial<KeyAccess> = {},
  environment: Environment = 'test',
) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const fields = { merchantId: merchant.id, environment, nickname: 'Limited', publicKey: pem };
  const { id } = await insertApiKey(db, { ...fields, fingerprint: fingerprintOf(publicKey), ...access }, new Date());
  return { id, key: privateKey };
}

/** The key as stored. */
export async function storedKey(id: string) {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Error(`There is no key ${id}`);
  return row;
}
