import { decideFromCommandLine, readReview } from '../../decide.ts';
import { UsageError } from '../../usage-error.ts';

export const usage = 'operator reject ID --note "…"';
export const summary =
  'Reject a business, sender email or sender domain by its ID in `operator queue`. The merchant reads the note.';

export async function run(args: string[]): Promise<void> {
  const { id, note } = readReview(args);
  if (note === undefined) throw new UsageError('Missing option --note');
  await decideFromCommandLine(id, 'reject', note);
}
