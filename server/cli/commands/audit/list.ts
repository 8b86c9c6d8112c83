import { type AuditEntry, listServiceAudit } from '#server/events/data/audit-trail.ts';
import { describeActor } from '#server/events/rules/audit-words.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'audit list [--limit 20] [--json]';
export const summary =
  'Show the service’s own audit log, such as key rotations. Merchants see their own in the dashboard.';

const maxEntries = 1000;

/** Prints the newest entries of the service's own chain, the latest last, above the prompt. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: { limit: { type: 'string', default: '20' }, json: { type: 'boolean', default: false } },
  });
  const limit = /^\d{1,4}$/.test(values.limit) ? Number(values.limit) : 0;
  if (limit < 1 || limit > maxEntries) throw new UsageError(`--limit: must be 1 to ${maxEntries}`);
  const entries = (await withDatabase(({ db }) => listServiceAudit(db, limit))).toReversed();
  if (values.json) return void process.stdout.write(`${JSON.stringify(entries)}\n`);
  if (entries.length === 0) return void process.stdout.write('No entries yet.\n');
  process.stdout.write(entries.map((entry) => `${lineOf(entry)}\n`).join(''));
}

const unnamed = { members: new Map<string, string>(), keys: new Map<string, never>() };

/** Index in the chain, time, environment, event, actor and resulting fields. */
function lineOf({ event, link }: AuditEntry): string {
  const { type, data, actor, environment, changes, createdAt, recordedAt } = event;
  const by = [describeActor(actor, unnamed), actor.from?.user].filter(Boolean).join(', ');
  const fields = Object.entries(changes?.after ?? {}).map(([name, value]) => `${name} ${String(value)}`);
  const before = changes?.before?.key === undefined ? [] : [`previous key ${String(changes.before.key)}`];
  const parts = [
    link?.position ?? '-',
    (recordedAt ?? createdAt).toISOString(),
    environment.padEnd(4),
    describeEvent(type, { data, amount: undefined }),
    [...fields, ...before].join(', '),
    by,
  ];
  // Control characters in a name must not reach the terminal.
  return parts.join('  ').replace(/\p{Cc}+/gu, ' ');
}
