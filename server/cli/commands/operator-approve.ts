import { decideFromCommandLine, readReviewId } from '../decide.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'operator approve ID [--note "…"]';
export const summary = 'Approve what waits under that id (see `operator queue`): a business, a sender email or domain.';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions({
    args,
    options: { note: { type: 'string' } },
    allowPositionals: true,
  });
  const id = readReviewId(positionals);
  await decideFromCommandLine(id, 'approve', values.note ?? null);
}
