import { decideFromCommandLine, readReview } from '../../decide.ts';

export const usage = 'operator approve ID [--note "…"]';
export const summary = 'Approve a business, sender email or sender domain by its ID in `operator queue`.';

export async function run(args: string[]): Promise<void> {
  const { id, note } = readReview(args);
  await decideFromCommandLine(id, 'approve', note ?? null);
}
