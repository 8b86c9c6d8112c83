import { listEmails } from '#server/events/data/emails.ts';
import { parseOptions } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'emails [--to ADDRESS] [--json]';
export const summary = 'Show the newest emails in full, for example a password reset without a mail server.';

const newest = 20;

/** Prints the newest 20 emails, the latest last, above the prompt. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const emails = await withDatabase(({ db }) => listEmails(db, values.to, newest));
  if (values.json) return void process.stdout.write(`${JSON.stringify(emails)}\n`);
  if (emails.length === 0) return void process.stdout.write('No emails yet.\n');
  for (const { recipient, subject, body, status, createdAt } of emails.toReversed()) {
    process.stdout.write(
      `To       ${recipient}\nSubject  ${subject}\nWhen     ${createdAt.toISOString()} (${status})\n\n${body}\n\n---\n\n`,
    );
  }
}
