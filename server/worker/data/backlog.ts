/** The worker's backlog and its age. */
import { and, count, desc, eq, exists, gt, inArray, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import {
  emails,
  eventOutbox,
  events,
  orders,
  payments,
  refunds,
  webhookDeliveries,
  webhooks,
} from '#db/schema/index.ts';
import { maxAttemptPauseMs } from '#server/billing/subscriptions/rules/renewal.ts';
import { billableStatuses, renewingStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { inJobScope } from '#server/platform/data/job-scope.ts';

export const backlogNames = [
  'renewals',
  'retries',
  'waitingRenewals',
  'reminders',
  'resumptions',
  'endings',
  'refunds',
  'undecidedPayments',
  'giveBacks',
  'emails',
  'events',
  'deliveries',
] as const;
export type BacklogName = (typeof backlogNames)[number];

/** Due work of one kind. */
export interface Backlog {
  readonly name: BacklogName;
  readonly due: number;
  /** Since when the oldest item is due; null: there is none. */
  readonly oldestAt: Date | null;
}

/** Subscriptions whose last charge never reached the provider, so that the next one is postponed. */
const waitsForProvider = (tx: Tx, now: Date) =>
  and(
    gt(orders.nextChargeAt, now),
    lte(orders.nextChargeAt, new Date(now.getTime() + maxAttemptPauseMs)),
    inArray(orders.status, [...billableStatuses]),
    eq(
      sql`'not_attempted'`,
      tx
        .select({ code: payments.failureCode })
        .from(payments)
        .where(eq(payments.orderId, orders.id))
        .orderBy(desc(payments.attempt))
        .limit(1),
    ),
  );

/** Paused webhooks receive nothing. */
const notPaused = (tx: Tx) =>
  tx
    .select({ one: sql`1` })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(webhooks.pausedAt)));

/** The work due at `now`, in all stores except those with a test clock. */
export async function readBacklog(tx: Tx, now: Date): Promise<Backlog[]> {
  const everywhere = (row: {
    readonly merchantId: PgColumn;
    readonly storeId: PgColumn;
    readonly environment: PgColumn;
  }) => inJobScope(tx, 'everywhere', row);
  const ofOrders = (at: PgColumn, condition?: SQL) => ({
    from: orders,
    at,
    where: and(condition, lte(at, now), everywhere(orders)),
  });
  const ofPayments = (at: PgColumn, condition: SQL) => ({
    from: payments,
    at,
    where: and(condition, everywhere(payments)),
  });
  const work: Readonly<Record<BacklogName, { from: PgTable; at: PgColumn | SQL; where: SQL | undefined }>> = {
    renewals: ofOrders(orders.nextChargeAt, inArray(orders.status, [...renewingStatuses])),
    retries: ofOrders(orders.nextChargeAt, eq(orders.status, 'past_due')),
    waitingRenewals: {
      from: orders,
      at: orders.currentPeriodEnd,
      where: and(waitsForProvider(tx, now), everywhere(orders)),
    },
    reminders: ofOrders(orders.remindAt),
    resumptions: ofOrders(orders.resumesAt),
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
    events: {
      from: eventOutbox,
      at: sql`(select coalesce(${events.recordedAt}, ${events.createdAt}) from ${events} where ${events.id} = ${eventOutbox.eventId})`,
      where: or(isNull(eventOutbox.nextAttemptAt), lte(eventOutbox.nextAttemptAt, now)),
    },
    deliveries: {
      from: webhookDeliveries,
      at: webhookDeliveries.nextAttemptAt,
      where: and(
        sql`${webhookDeliveries.status} = 'pending'`,
        lte(webhookDeliveries.nextAttemptAt, now),
        exists(notPaused(tx)),
      ),
    },
  };
  return await Promise.all(
    backlogNames.map(async (name) => {
      const { from, at, where } = work[name];
      const [row] = await tx
        .select({ due: count(), oldestAt: min(at).mapWith(orders.createdAt) })
        .from(from)
        .where(where);
      return { name, due: row?.due ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null };
    }),
  );
}
