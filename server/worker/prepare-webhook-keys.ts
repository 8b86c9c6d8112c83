/** Before anything is delivered: there are keys to sign with, and they can be read. */
import type { Database } from '#db/client.ts';
import { environments } from '#server/domain/environments.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { ensureWebhookKeys } from '#server/webhooks/keys.ts';
import type { Sign } from '#server/webhooks/sign.ts';

/**
 * Makes the first keys where there are none, and says in the log which ones cannot be read: a shop goes on selling without
 * its webhooks, which wait.
 */
export async function prepareWebhookKeys(
  db: Database,
  sign: Sign,
  appSecret: string | undefined,
  now: Date,
): Promise<void> {
  await ensureWebhookKeys(db, appSecret, now);
  for (const environment of environments) {
    await sign(environment, '', now).catch((error: unknown) => {
      log().error({ environment, ...describeFailure(error) }, 'webhooks cannot be signed');
    });
  }
}
