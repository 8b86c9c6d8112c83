/** Operator decisions from the command line. */
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import { decideSender, decideTicket, findSenderKind } from '#server/stores/reviews.ts';
import { type Decision, reviewNote } from '#server/stores/rules/review.ts';
import { notificationWords } from './notification-words.ts';
import { readOption } from './read-option.ts';
import { parseOptions, UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

/** Reads the id (`TKT_xxx` for a business, a UUID for a sender) and the optional note to the merchant. */
export function readReview(args: string[]): { id: string; note: string | undefined } {
  const { values, positionals } = parseOptions({
    args,
    options: { note: { type: 'string' } },
    allowPositionals: true,
  });
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError("Missing ID; 'operator queue' lists the IDs");
  if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`);
  if (fromShortId('TKT', id) === undefined) throw new UsageError(`Invalid ID '${id}'; 'operator queue' lists the IDs`);
  return { id, note: values.note };
}

/** Applies a decision to a ticket or sender and prints it. A bare UUID may name either. */
export async function decideFromCommandLine(id: string, decision: Decision, noteOption: string | null): Promise<void> {
  const note = noteOption === null ? null : readOption('--note', reviewNote(), noteOption);
  if (decision === 'reject' && note === null) throw new UsageError('--note must not be empty');
  const { outcome, notice } = await withDatabase(async ({ db, settings }) => {
    const outcome = await db.transaction(async (tx) => {
      const actor = { kind: 'operator', by: `counterfoil operator ${decision}` } as const;
      const review = { decision, note, reviewedBy: null, actor };
      const now = new Date();
      const uuid = fromShortId('TKT', id) ?? id;
      const kind = isUuid(id) ? await findSenderKind(tx, uuid) : undefined;
      if (kind) return (await decideSender(tx, kind, uuid, review, now)).status;
      return (await decideTicket(tx, uuid, review, now)).status;
    });
    return { outcome, notice: notificationWords('merchant', settings) };
  });
  process.stdout.write(`${id} is ${outcome}. ${notice}\n`);
}
