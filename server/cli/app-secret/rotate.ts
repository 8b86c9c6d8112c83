/** Replaces APP_SECRET: re-encrypts all stored secrets. (docs/operations/secrets.md.) */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { serviceId } from '#server/events/rules/event.ts';
import {
  countServiceConnections,
  endAllSessions,
  lockEncryptedFactors,
  lockEncryptedKeys,
  updateEncryptedFactor,
  updateEncryptedKey,
} from '#server/platform/app-secret.ts';
import { lockWebhookKeys } from '#server/webhooks/data/webhook-keys.ts';
import { decryptKey, encryptKey } from '#server/webhooks/key-cipher.ts';

export interface SecretChange {
  readonly previous: string;
  readonly next: string;
}

/** The number of re-encrypted values. */
export interface RotatedSecret {
  readonly webhookKeys: number;
  readonly secondFactors: number;
  readonly endedSessions: number;
}

/**
 * Re-encrypts webhook keys and second factors under `next`, and ends every dashboard session, in one transaction.
 * Values under `next` stay, so an interrupted rotation can be repeated. Throws without a change while a server or
 * worker is connected, or when a value opens with neither secret.
 */
export async function rotateAppSecret(db: Database, change: SecretChange, now: Date): Promise<RotatedSecret> {
  return await db.transaction(async (tx) => {
    if ((await countServiceConnections(tx)) > 0)
      throw new Error(
        'A server or worker is connected to the database and uses the previous secret: stop all servers and workers first',
      );
    await lockWebhookKeys(tx);
    let rotatedKeys = 0;
    for (const key of await lockEncryptedKeys(tx)) {
      const isForgotten = key.publishedUntil !== null && key.publishedUntil <= now;
      const recrypted = await recrypt(key.privateKey, keyCipher(key), change);
      if (recrypted === 'unreadable' && !isForgotten) throw unreadable(`the ${key.environment} key ${key.id}`);
      if (recrypted === 'unreadable' || recrypted === 'unchanged') continue;
      await updateEncryptedKey(tx, key.id, recrypted.value);
      rotatedKeys += 1;
    }
    let rotatedFactors = 0;
    for (const { id, ...factor } of await lockEncryptedFactors(tx)) {
      const secret = await recrypt(factor.secret, factorCipher, change);
      const codes = await recrypt(factor.backupCodes, factorCipher, change);
      if (secret === 'unreadable' || codes === 'unreadable') throw unreadable(`the second factor ${id}`);
      if (secret === 'unchanged' || codes === 'unchanged') continue;
      await updateEncryptedFactor(tx, id, { secret: secret.value, backupCodes: codes.value });
      rotatedFactors += 1;
    }
    const rotated = {
      webhookKeys: rotatedKeys,
      secondFactors: rotatedFactors,
      endedSessions: await endAllSessions(tx),
    };
    const event = {
      type: 'app_secret.rotated',
      objectId: newId(),
      actor: { kind: 'operator', by: 'counterfoil secret rotate' },
      changes: changesBetween(null, { ...rotated }),
    } as const;
    await recordEvent(tx, { merchantId: serviceId, storeId: null, environment: 'prod', ...event }, now);
    return rotated;
  });
}

interface Cipher {
  readonly decrypt: (value: string, secret: string) => Promise<string> | string;
  readonly encrypt: (text: string, secret: string) => Promise<string> | string;
}

const keyCipher = (context: { id: string; environment: string }): Cipher => ({
  decrypt: (value, secret) => decryptKey(value, context, secret),
  encrypt: (text, secret) => encryptKey(text, context, secret),
});

/** As better-auth stores them. */
const factorCipher: Cipher = {
  decrypt: (data, key) => symmetricDecrypt({ key, data }),
  encrypt: (data, key) => symmetricEncrypt({ key, data }),
};

async function recrypt(
  value: string,
  cipher: Cipher,
  { previous, next }: SecretChange,
): Promise<{ value: string } | 'unchanged' | 'unreadable'> {
  const text = await decrypted(value, cipher, previous);
  if (text !== null) return { value: await cipher.encrypt(text, next) };
  return (await decrypted(value, cipher, next)) === null ? 'unreadable' : 'unchanged';
}

/** Null: the value does not open with the secret. Both ciphers are authenticated. */
async function decrypted(value: string, { decrypt }: Cipher, secret: string): Promise<string | null> {
  try {
    return await decrypt(value, secret);
  } catch {
    return null;
  }
}

const unreadable = (subject: string): Error =>
  new Error(`Nothing was changed: ${subject} decrypts with neither the previous nor the new secret`);
