/** Deletes old emails, and earlier the content of urgent ones. */
import { and, eq, gt, inArray, lte, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';

const dayMs = 86_400_000;
const retentionMs = 180 * dayMs;
/** After that every code and sign-in link has expired. */
const expiredMs = dayMs;
/** The longest expected time without a worker: older emails were processed before. */
const processedMs = 31 * dayMs;

const gone = { body: 'The content has expired and was deleted.', html: null, content: null };

const [maxBatches, batchSize] = [1000, 1000];

/**
 * Deletes the content of urgent emails after a day, and all emails after 180 days, in batches; never of queued ones. Returns
 * the number of emails.
 */
export async function forgetOldEmails(tx: Tx, now: Date): Promise<number> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const chosen = (condition: SQL | undefined) =>
    tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(ne(emails.status, 'queued'), condition))
      .limit(batchSize);
  const id = { id: emails.id };
  const expired = and(
    lte(emails.createdAt, before(expiredMs)),
    gt(emails.createdAt, before(processedMs)),
    eq(emails.isUrgent, true),
    ne(emails.body, gone.body),
  );
  const old = lte(emails.createdAt, before(retentionMs));
  const emptied = await inBatches(() =>
    tx
      .update(emails)
      .set(gone)
      .where(inArray(emails.id, chosen(expired)))
      .returning(id),
  );
  return (
    emptied +
    (await inBatches(() =>
      tx
        .delete(emails)
        .where(inArray(emails.id, chosen(old)))
        .returning(id),
    ))
  );
}

async function inBatches(some: () => Promise<readonly unknown[]>): Promise<number> {
  let done = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { length } = await some();
    done += length;
    if (length < batchSize) break;
  }
  return done;
}
