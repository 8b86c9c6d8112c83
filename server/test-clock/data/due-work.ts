/** The due work of a store at a time of its test clock. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { methodChanges, orders, payments, refunds } from '#db/schema/index.ts';
import { isScheduledChange } from '#server/billing/orders/data/scheduled-changes.ts';
import { unclosedDueAt, undecidedDueAt } from '#server/billing/payments/data/payment-rounds.ts';
import { holdingPaymentStatuses, livePaymentStatuses, type PaymentStatus } from '#server/domain/payment.ts';

import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';

/** The kinds of work, in their order at one moment: outcomes before their consequences. */
export const kindsOfWork = [
  'payments',
  'refunds',
  'expiries',
  'resumptions',
  'ends',
  'reminders',
  'changes',
  'renewals',
] as const;
export type KindOfWork = (typeof kindsOfWork)[number];

/** The delays before undecided payments are checked, and challenges expire. */
export interface SettlementDelays {
  readonly untouchedMs: number;
  readonly maxChallengeMs: number;
}

/** The kinds of work due in a store's test environment at a time, and the next time with due work. */
export async function readDueWork(
  tx: Tx,
  store: StoreScope,
  at: Date,
  { untouchedMs, maxChallengeMs }: SettlementDelays,
): Promise<{ due: ReadonlySet<KindOfWork>; nextAt: Date | null }> {
  const later = (moment: PgColumn, ms: number) => sql`${moment} + ${`${ms} ms`}::interval`;
  const isInStore = (table: typeof orders | typeof payments | typeof methodChanges | typeof refunds) =>
    sql`${inStore(table, store)} and ${table.environment} = 'test'`;
  const isPaidBy = (statuses: readonly PaymentStatus[]) =>
    sql`exists (select 1 from ${payments} where ${refersTo(payments, payments.orderId, orders)} and ${inArray(payments.status, [...statuses])})`;
  const fromPayments = sql`${payments} where ${isInStore(payments)}`;
  const fromOrders = sql`${orders} where ${isInStore(orders)}`;
  const fromChanges = sql`${methodChanges} where ${isInStore(methodChanges)}`;
  const parts: SQL[] = [
    sql`select 'payments', ${undecidedDueAt(untouchedMs)} from ${fromPayments} and ${payments.status} = 'processing'`,
    // The checkout's expiry only matters for first payments: a renewal's checkout expired long ago.
    sql`select 'payments', least(${later(payments.createdAt, maxChallengeMs)}, case when ${orders.status} = 'pending' then ${orders.expiresAt} end)
      from ${payments} join ${orders} on ${refersTo(payments, payments.orderId, orders)}
      where ${isInStore(payments)} and ${payments.status} = 'requires_action'`,
    sql`select 'payments', ${unclosedDueAt} from ${fromPayments} and ${payments.unclosedSince} is not null`,
    sql`select 'payments', ${later(methodChanges.updatedAt, untouchedMs)} from ${fromChanges} and ${methodChanges.status} = 'processing'`,
    sql`select 'payments', ${later(methodChanges.createdAt, maxChallengeMs)} from ${fromChanges} and ${methodChanges.status} = 'requires_action'`,
    sql`select 'refunds', ${refunds.nextAttemptAt} from ${refunds} where ${isInStore(refunds)} and ${refunds.nextAttemptAt} is not null`,
    sql`select 'expiries', ${orders.expiresAt} from ${fromOrders} and ${orders.status} = 'pending' and not ${isPaidBy(holdingPaymentStatuses)} and not ${isScheduledChange()}`,
    sql`select 'resumptions', ${orders.resumesAt} from ${fromOrders} and ${orders.resumesAt} is not null`,
    sql`select 'ends', ${orders.currentPeriodEnd} from ${fromOrders} and ${orders.status} = 'canceling' and not ${isPaidBy(livePaymentStatuses)}`,
    sql`select 'reminders', ${orders.remindAt} from ${fromOrders} and ${orders.remindAt} is not null`,
    sql`select 'changes', ${orders.nextChargeAt} from ${fromOrders} and ${orders.nextChargeAt} is not null and ${orders.changeOrderId} is not null`,
    sql`select 'renewals', ${orders.nextChargeAt} from ${fromOrders} and ${orders.nextChargeAt} is not null and ${orders.changeOrderId} is null`,
  ];
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ kind: KindOfWork; is_due: boolean; next_ms: string | null }>(sql`
    select kind, coalesce(bool_or(due_at <= ${moment}), false) as is_due,
      extract(epoch from min(due_at) filter (where due_at > ${moment})) * 1000 as next_ms
    from (${sql.join(parts, sql` union all `)}) as work (kind, due_at) group by kind`);
  // Rounded up to milliseconds, so that the work is due at that time.
  const next = rows.flatMap(({ next_ms }) => (next_ms === null ? [] : [Math.ceil(Number(next_ms))]));
  return {
    due: new Set(rows.filter(({ is_due }) => is_due).map(({ kind }) => kind)),
    nextAt: next.length === 0 ? null : new Date(Math.min(...next)),
  };
}
