import { decideFromCommandLine, readReview } from '../../decide.ts';

export const usage = 'operator approve ID [--note "…"]';
export const summary = 'Approve what waits under that id (see `operator queue`): a business, a sender email or domain.';

export async function run(args: string[]): Promise<void> {
  const { id, note } = readReview(args);
  await decideFromCommandLine(id, 'approve', note ?? null);
}
