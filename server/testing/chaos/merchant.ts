/** A merchant whose stores receive the load, with its products and its request signing. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { toShortId } from '#server/domain/ids.ts';
import { insertStore, type Store } from '#server/stores/stores.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { insertWebhook } from '#server/webhooks/webhooks.ts';

export interface ChaosMerchant {
  readonly merchantId: string;
  readonly key: KeyObject;
  readonly store: Store;
  /** The store whose test environment has a test clock. */
  readonly clockedStore: Store;
  /** One webhook per store, subscribed to all of its events. */
  readonly webhookIds: readonly string[];
}

/** Inserts the account, its key, its stores and their webhooks. */
export async function createMerchant(db: Database, receiver: string): Promise<ChaosMerchant> {
  const now = new Date();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return await db.transaction(async (tx) => {
    const account = { email: 'chaos@example.com', name: 'Chaos', passwordHash: undefined };
    const merchant = await insertMerchant(tx, account, now);
    const [store, clockedStore] = [
      await insertStore(tx, { merchantId: merchant.id }, 'Chaos', now),
      await insertStore(tx, { merchantId: merchant.id }, 'Chaos by the Month', now),
    ];
    await insertApiKey(
      tx,
      {
        merchantId: merchant.id,
        environment: 'test',
        nickname: 'chaos',
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        fingerprint: fingerprintOf(publicKey),
      },
      now,
    );
    const webhookFields = { channel: 'http', events: webhookEvents.slice(), testMode: true, secret: null } as const;
    const webhookIds: string[] = [];
    for (const [index, owner] of [store, store, clockedStore].entries()) {
      webhookIds.push((await insertWebhook(tx, owner, { ...webhookFields, url: `${receiver}/${index}` }, now)).id);
    }
    return { merchantId: toShortId('MER', merchant.id), key: privateKey, store, clockedStore, webhookIds };
  });
}

/** Returns the headers of a request that is signed now. */
export function signedHeaders(
  { merchantId, key }: Pick<ChaosMerchant, 'merchantId' | 'key'>,
  path: string,
  body: string,
): Record<string, string> {
  const at = String(Math.floor(Date.now() / 1000));
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`POST\n${path}\n${at}\n${bodyHash}`), key).toString('base64');
  return { 'X-Merchant-Id': merchantId, 'X-Timestamp': at, 'X-Signature': signature };
}
