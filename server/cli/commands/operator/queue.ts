import { listReviewQueue, type QueueEntry } from '#server/stores/reviews.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator queue [--json]';
export const summary = 'List pending reviews, oldest first: businesses, sender emails and sender domains.';

const maxPerKind = 100;

/** Prints pending reviews with the ids for `operator approve` and `operator reject`. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const queue = await withDatabase(({ db }) => listReviewQueue(db, maxPerKind));
  if (values.json) return void process.stdout.write(`${JSON.stringify(queue)}\n`);
  if (queue.length === 0) return void process.stdout.write('No pending reviews.\n');
  process.stdout.write(queue.map(describe).join('\n'));
}

function describe(entry: QueueEntry): string {
  const heads = { ticket: 'Business', email: 'Sender email', domain: 'Sender domain' };
  const lines = [
    `${heads[entry.kind]}  ${entry.id}`,
    `  Since    ${entry.createdAt.toISOString()}`,
    `  Store    ${entry.store.name} (${entry.store.slug})`,
    `  Account  ${entry.owner.name} <${entry.owner.email}>`,
    ...detailsOf(entry),
  ];
  // Control characters in a merchant's text must not reach the terminal.
  return `${lines.map((line) => line.replace(/\p{Cc}+/gu, ' ')).join('\n')}\n`;
}

function detailsOf(entry: QueueEntry): string[] {
  if (entry.kind === 'email') return [`  Address  ${entry.email}`];
  if (entry.kind === 'domain') return [`  Domain   ${entry.domain}`];
  const { legalName, country, registrationNumber, address, website, contactName, contactEmail, description } =
    entry.details;
  return [
    `  Name     ${legalName}, ${country}, ${registrationNumber}`,
    `  Address  ${address}`,
    `  Website  ${website}`,
    `  Contact  ${contactName} <${contactEmail}>`,
    `  Sells    ${description}`,
  ];
}
