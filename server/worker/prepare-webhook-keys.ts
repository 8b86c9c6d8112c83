/** Prepares the signing keys before the first delivery. */
import type { Database } from '#db/client.ts';
import { environments } from '#server/domain/environments.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { ensureWebhookKeys } from '#server/webhooks/keys.ts';
import type { Sign } from '#server/webhooks/sign.ts';

/**
 * Creates the first keys if there are none, and logs which ones cannot be read. Sales continue meanwhile; webhooks
 * wait.
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
      log().error({ environment, ...describeFailure(error) }, 'could not sign webhooks');
    });
  }
}
