import { decideFromCommandLine, readReviewId } from '../decide.ts';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'operator reject ID --note "…"';
export const summary = 'Reject what waits under that id (see `operator queue`); the merchant reads the note.';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions({
    args,
    options: { note: { type: 'string' } },
    allowPositionals: true,
  });
  const id = readReviewId(positionals);
  if (values.note === undefined) throw new UsageError('Missing option --note');
  await decideFromCommandLine(id, 'reject', values.note);
}
