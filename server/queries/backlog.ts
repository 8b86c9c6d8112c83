/** What the worker has still to do, and since when. */
import { and, count, eq, inArray, isNotNull, lte, min, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.ts';
import { emails, orders, payments, refunds } from '../../db/schema/index.ts';
import { within } from './reach.ts';

export const backlogNames = [
  'renewals',
  'retries',
  'reminders',
  'endings',
  'refunds',
  'undecidedPayments',
  'giveBacks',
  'emails',
] as const;
export type BacklogName = (typeof backlogNames)[number];

/** Work of one kind that is due. */
export interface Backlog {
  readonly name: BacklogName;
  readonly due: number;
  /** Since when the oldest of it has been; null: there is none. */
  readonly oldestAt: Date | null;
}

/** What is due at `now`, of all stores but those with a time of their own. */
export async function readBacklog(tx: Tx, now: Date): Promise<Backlog[]> {
  const everywhere = (row: { readonly storeId: PgColumn; readonly environment: PgColumn }) =>
    within(tx, 'everywhere', row);
  const ofOrders = (at: PgColumn, which?: SQL) => ({
    from: orders,
    at,
    where: and(which, lte(at, now), everywhere(orders)),
  });
  const ofPayments = (at: PgColumn, which: SQL) => ({ from: payments, at, where: and(which, everywhere(payments)) });
  const work: Readonly<Record<BacklogName, { from: PgTable; at: PgColumn; where: SQL | undefined }>> = {
    renewals: ofOrders(orders.nextChargeAt, inArray(orders.status, ['active', 'trialing'])),
    retries: ofOrders(orders.nextChargeAt, eq(orders.status, 'past_due')),
    reminders: ofOrders(orders.remindAt),
    endings: ofOrders(orders.currentPeriodEnd, eq(orders.status, 'canceling')),
    refunds: {
      from: refunds,
      at: refunds.nextAttemptAt,
      where: and(lte(refunds.nextAttemptAt, now), everywhere(refunds)),
    },
    undecidedPayments: ofPayments(payments.updatedAt, eq(payments.status, 'processing')),
    giveBacks: ofPayments(payments.unclosedSince, isNotNull(payments.unclosedSince)),
    emails: {
      from: emails,
      at: emails.nextAttemptAt,
      where: and(eq(emails.status, 'queued'), lte(emails.nextAttemptAt, now)),
    },
  };
  return await Promise.all(
    backlogNames.map(async (name) => {
      const { from, at, where } = work[name];
      const [row] = await tx
        .select({ due: count(), oldestAt: min(at) })
        .from(from)
        .where(where);
      return { name, due: row?.due ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null };
    }),
  );
}
