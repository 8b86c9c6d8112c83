import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { hashPassword } from 'better-auth/crypto';
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { findMerchantByEmail, insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { type Environment, environments } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { apiKeyFacts, storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { storeName } from '#server/stores/rules/store.ts';
import { insertStore } from '#server/stores/stores.ts';
import { readEmail, readOption } from '../read-option.ts';
import { parseOptions } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'merchant create --email E --store NAME [--password P] [--json]';
export const summary =
  'Create a merchant with a store and an API key pair per environment, and print the private keys once.';

const actor = { kind: 'operator', by: 'counterfoil merchant create' } as const;

/** Creates a merchant, a store and a key pair per environment, in one transaction. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      email: { type: 'string' },
      store: { type: 'string' },
      password: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const email = readEmail(values.email);
  const name = readOption('--store', storeName(), values.store);
  const password =
    values.password === undefined ? undefined : readOption('--password', z.string().min(10).max(128), values.password);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const created = await withDatabase(({ db }) =>
    db.transaction((tx) => createMerchant(tx, { email, name, passwordHash }, new Date())),
  );
  process.stdout.write(values.json ? `${JSON.stringify(created)}\n` : describe(created, email, password !== undefined));
}

async function createMerchant(
  tx: Tx,
  credentials: { email: string; name: string; passwordHash: string | undefined },
  now: Date,
) {
  if (await findMerchantByEmail(tx, credentials.email))
    throw new Error(`A merchant with the email ${credentials.email} already exists`);
  const displayName = credentials.email.split('@', 1)[0] ?? credentials.email;
  const merchant = await insertMerchant(tx, { ...credentials, name: displayName }, now);
  const store = await insertStore(tx, { merchantId: merchant.id }, credentials.name, now);
  const { name: accountName, email } = merchant;
  const account = { merchantId: merchant.id, type: 'account.created', actor } as const;
  await recordAccountEvent(tx, { ...account, changes: changesBetween(null, { name: accountName, email }) }, now);
  const changes = changesBetween(null, storeFacts(store));
  const about = { objectId: store.id, environment: 'test', actor } as const;
  const event = { type: 'store.created', ...about, changes } as const;
  await recordEvent(tx, { merchantId: merchant.id, storeId: store.id, ...event }, now);
  const [test, prod] = await Promise.all(
    environments.map((environment) => createKey(tx, merchant.id, environment, now)),
  );
  return {
    merchantId: toShortId('MER', merchant.id),
    storeId: toShortId('STO', store.id),
    storeSlug: store.slug,
    keys: { test, prod },
  };
}

/** Creates a key pair and registers the public key. The private key is only printed. */
async function createKey(tx: Tx, merchantId: string, environment: Environment, now: Date) {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const key = {
    merchantId,
    environment,
    nickname: 'Command line',
    publicKey: spki(publicKey),
    fingerprint: fingerprintOf(publicKey),
  };
  const row = await insertApiKey(tx, key, now);
  const data = { nickname: row.nickname, fingerprint: row.fingerprint };
  const event = { type: 'api_key.created', objectId: row.id, data } as const;
  const changes = changesBetween(null, apiKeyFacts(row));
  await recordEvent(tx, { merchantId, storeId: null, environment, actor, ...event, changes }, now);
  return { id: row.id, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

const spki = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

type Created = Awaited<ReturnType<typeof createMerchant>>;

const describe = ({ merchantId, storeId, storeSlug, keys }: Created, email: string, hasPassword: boolean): string =>
  [
    `Merchant     ${merchantId}`,
    `Store        ${storeId}  (${storeSlug})`,
    hasPassword ? `Sign-in      ${email}` : `Sign-in      ${email}, after setting a password with "Forgot password?"`,
    '',
    'The private keys, shown only once:',
    ...environments.flatMap((environment) => [
      '',
      `${environment}  ${keys[environment]?.id}`,
      keys[environment]?.privateKey.trim(),
    ]),
    '',
  ].join('\n');
