import { type Environment, environments, isEnvironment } from '#server/domain/environments.ts';
import { rotateWebhookKeys } from '#server/webhooks/keys.ts';
import { overlap, readOverlap } from '#server/webhooks/rules/webhook-key.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';
import { printWebhookKeys } from '../../webhook-key-table.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'webhook-keys rotate [--environment test|prod] [--overlap 24h] [--now] [--json]';
export const summary =
  'Create new webhook signing keys. They are published now and sign after the overlap; with --now they replace the old keys immediately.';

/** Rotates the keys of one environment or both, and prints the published keys. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      environment: { type: 'string' },
      overlap: { type: 'string' },
      now: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const rotation = { environments: readEnvironments(values.environment), overlapMs: readTerm(values) };
  const now = new Date();
  const keys = await withDatabase(({ db, settings }) => rotateWebhookKeys(db, rotation, settings.appSecret, now));
  printWebhookKeys(keys, now, values.json);
}

function readEnvironments(value: string | undefined): readonly Environment[] {
  if (value === undefined) return environments;
  if (!isEnvironment(value)) throw new UsageError('--environment: must be test or prod');
  return [value];
}

/** Null: without overlap. */
function readTerm({ overlap: text, now }: { overlap?: string | undefined; now: boolean }): number | null {
  if (now && text !== undefined) throw new UsageError('--now cannot be combined with --overlap');
  if (now) return null;
  const length = text === undefined ? overlap.usualMs : readOverlap(text);
  if (length === undefined) throw new UsageError('--overlap: must be 15m to 90d, such as 24h');
  return length;
}
