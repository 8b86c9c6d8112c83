import { listPublishedKeys } from '#server/webhooks/data/webhook-keys.ts';
import { parseOptions } from '../../usage-error.ts';
import { printWebhookKeys } from '../../webhook-key-table.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'webhook-keys list [--json]';
export const summary = 'List the keys that sign webhooks, and when which of them does.';

/** Prints the published keys. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const now = new Date();
  printWebhookKeys(await withDatabase(({ db }) => listPublishedKeys(db, now)), now, values.json);
}
