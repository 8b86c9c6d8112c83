import { listPublishedKeys } from '#server/webhooks/data/webhook-keys.ts';
import { parseOptions } from '../../usage-error.ts';
import { printWebhookKeys } from '../../webhook-key-table.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'webhook-keys list [--json]';
export const summary = 'List the webhook signing keys and their validity.';

/** Prints the published keys. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const now = new Date();
  printWebhookKeys(await withDatabase(({ db }) => listPublishedKeys(db, now)), now, values.json);
}
