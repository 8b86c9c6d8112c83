/** How long emails are kept, and how long what they say. */
import { and, eq, gt, inArray, lte, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';

const dayMs = 86_400_000;
const retentionMs = 180 * dayMs;
/** By then every code and every link to come in by has expired. */
const expiredMs = dayMs;
/** As long as there may have been no worker: what is older has been seen to. */
const seenToMs = 31 * dayMs;

const gone = { body: 'What it held has expired, and is not kept.', html: null, content: null };

const [maxBatches, atOnce] = [1000, 1000];

/**
 * Forgets what urgent emails held after a day, and all emails after 180, some at a time; never one that is still to be
 * sent. Says how many.
 */
export async function forgetOldEmails(tx: Tx, now: Date): Promise<number> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const chosen = (condition: SQL | undefined) =>
    tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(ne(emails.status, 'queued'), condition))
      .limit(atOnce);
  const id = { id: emails.id };
  const expired = and(
    lte(emails.createdAt, before(expiredMs)),
    gt(emails.createdAt, before(seenToMs)),
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
    if (length < atOnce) break;
  }
  return done;
}
