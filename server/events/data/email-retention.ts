/** Deletes old emails, and earlier the content of urgent ones. */
import { and, eq, gt, inArray, lte, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import { listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';

const dayMs = 86_400_000;
const retentionMs = 180 * dayMs;
/** After that every code and sign-in link has expired. */
const expiredMs = dayMs;
/** The longest expected time without a worker: older emails were processed before. */
const processedMs = 31 * dayMs;

const gone = { body: 'The content has expired and was deleted.', html: null, content: null };

/**
 * Deletes the content of urgent emails after a day, and all emails after 180 days; never of queued ones. Returns the number of
 * emails.
 */
export async function forgetOldEmails(db: Tx, now: Date): Promise<number> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const expired = and(
    ne(emails.status, 'queued'),
    lte(emails.createdAt, before(expiredMs)),
    gt(emails.createdAt, before(processedMs)),
    eq(emails.isUrgent, true),
    ne(emails.body, gone.body),
  );
  const old = and(ne(emails.status, 'queued'), lte(emails.createdAt, before(retentionMs)));
  const cleared = await forget(db, expired, (chosen) => db.update(emails).set(gone).where(chosen));
  return cleared + (await forget(db, old, (chosen) => db.delete(emails).where(chosen)));
}

const batchSize = 1000;

/** Changes the emails of every merchant that match, in batches. */
const forget = (
  db: Tx,
  where: SQL | undefined,
  change: (chosen: SQL | undefined) => Promise<{ readonly rowCount: number | null }>,
): Promise<number> =>
  runByMerchant('everywhere', {
    listDue: (search) => listDueMerchants(db, { table: emails, dueAt: emails.createdAt, where: () => where }, search),
    async runBatch({ merchantId }) {
      const ofMerchant = eq(emails.merchantId, merchantId);
      const batch = db.select({ id: emails.id }).from(emails).where(and(ofMerchant, where)).limit(batchSize);
      const { rowCount } = await change(and(ofMerchant, inArray(emails.id, batch)));
      const done = rowCount ?? 0;
      return { done, isLast: done < batchSize };
    },
  });
