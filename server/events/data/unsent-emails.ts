/** Without a mail server, emails stay in the mailbox. */
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import { listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { nextEmailStatus } from '../rules/email.ts';

const batchSize = 1000;

/** Marks all due emails as unsent, in batches, until the signal aborts. Returns their number. */
export function leaveEmailsUnsent(db: Tx, now: Date, signal?: AbortSignal): Promise<number> {
  const due = and(eq(emails.status, 'queued'), lte(emails.nextAttemptAt, now));
  return runByMerchant('everywhere', {
    signal,
    listDue: (search) => listDueMerchants(db, { table: emails, dueAt: emails.nextAttemptAt, where: () => due }, search),
    async runBatch({ merchantId }) {
      const ofMerchant = and(eq(emails.merchantId, merchantId), due);
      const batch = db.select({ id: emails.id }).from(emails).where(ofMerchant).limit(batchSize);
      const { rowCount } = await db
        .update(emails)
        .set({ status: nextEmailStatus('queued', 'lack_server'), lastError: null })
        .where(and(ofMerchant, inArray(emails.id, batch)));
      const done = rowCount ?? 0;
      return { done, isLast: done < batchSize };
    },
  });
}
