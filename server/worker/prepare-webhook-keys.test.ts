/** A starting worker has signing keys, or logs why not and continues. */
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { log } from '#server/platform/log.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { listPublishedKeys } from '#server/webhooks/data/webhook-keys.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { prepareWebhookKeys } from './prepare-webhook-keys.ts';

test('the first start creates keys; a start with another APP_SECRET reports unreadable keys and creates no others', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 2 });
  const logged = vi.spyOn(log(), 'error').mockImplementation(() => {});
  try {
    const now = new Date('2026-03-01T00:00:00Z');
    const prepare = (secret: string) => prepareWebhookKeys(db, webhookSigner(db, secret), secret, now);
    await prepare(testSecret);
    const keys = await listPublishedKeys(db, now);
    expect([keys.length, logged.mock.calls]).toEqual([2, []]);
    await prepare('another secret that is as long as the first');
    expect(logged.mock.calls).toMatchObject([
      [{ environment: 'test', error: 'UnreadableWebhookKey' }, 'could not sign webhooks'],
      [{ environment: 'prod', error: 'UnreadableWebhookKey' }, 'could not sign webhooks'],
    ]);
    expect(JSON.stringify(logged.mock.calls)).not.toContain('PRIVATE KEY');
    expect(await listPublishedKeys(db, now)).toEqual(keys);
  } finally {
    logged.mockRestore();
    await close();
    await database.close();
  }
});
