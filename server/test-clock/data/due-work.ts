/** What is due in a store at a moment of its test clock. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { methodChanges, orders, payments, refunds } from '#db/schema/index.ts';
import { unclosedDueAt, undecidedDueAt } from '#server/billing/payments/data/payment-rounds.ts';
import { holdingPaymentStatuses, livePaymentStatuses, type PaymentStatus } from '#server/domain/payment.ts';

/** What can be due in a store, in the order in which it is done at the same moment: outcomes before what follows from them. */
export const kindsOfWork = ['payments', 'refunds', 'expiries', 'ends', 'reminders', 'renewals'] as const;
export type KindOfWork = (typeof kindsOfWork)[number];

/** How long undecided payments are left alone, and how long a buyer has to answer their bank. */
export interface Patience {
  readonly untouchedMs: number;
  readonly maxChallengeMs: number;
}

/** What is due in a store's test environment at a moment, and the first moment after it at which something is. */
export async function readDueWork(
  tx: Tx,
  storeId: string,
  at: Date,
  { untouchedMs, maxChallengeMs }: Patience,
): Promise<{ due: ReadonlySet<KindOfWork>; nextAt: Date | null }> {
  const later = (moment: PgColumn, ms: number) => sql`${moment} + ${`${ms} ms`}::interval`;
  const ofStore = (table: typeof orders | typeof payments | typeof methodChanges | typeof refunds) =>
    sql`${table.storeId} = ${storeId} and ${table.environment} = 'test'`;
  const isPaidBy = (statuses: readonly PaymentStatus[]) =>
    sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and ${inArray(payments.status, [...statuses])})`;
  const fromPayments = sql`${payments} where ${ofStore(payments)}`;
  const fromOrders = sql`${orders} where ${ofStore(orders)}`;
  const fromChanges = sql`${methodChanges} where ${ofStore(methodChanges)}`;
  const parts: SQL[] = [
    sql`select 'payments', ${undecidedDueAt(untouchedMs)} from ${fromPayments} and ${payments.status} = 'processing'`,
    // Only of a first payment does the checkout's end count: a renewal's is long over.
    sql`select 'payments', least(${later(payments.createdAt, maxChallengeMs)}, case when ${orders.status} = 'pending' then ${orders.expiresAt} end)
      from ${payments} join ${orders} on ${orders.id} = ${payments.orderId}
      where ${ofStore(payments)} and ${payments.status} = 'requires_action'`,
    sql`select 'payments', ${unclosedDueAt} from ${fromPayments} and ${payments.unclosedSince} is not null`,
    sql`select 'payments', ${later(methodChanges.updatedAt, untouchedMs)} from ${fromChanges} and ${methodChanges.status} = 'processing'`,
    sql`select 'payments', ${later(methodChanges.createdAt, maxChallengeMs)} from ${fromChanges} and ${methodChanges.status} = 'requires_action'`,
    sql`select 'refunds', ${refunds.nextAttemptAt} from ${refunds} where ${ofStore(refunds)} and ${refunds.nextAttemptAt} is not null`,
    sql`select 'expiries', ${orders.expiresAt} from ${fromOrders} and ${orders.status} = 'pending' and not ${isPaidBy(holdingPaymentStatuses)}`,
    sql`select 'ends', ${orders.currentPeriodEnd} from ${fromOrders} and ${orders.status} = 'canceling' and not ${isPaidBy(livePaymentStatuses)}`,
    sql`select 'reminders', ${orders.remindAt} from ${fromOrders} and ${orders.remindAt} is not null`,
    sql`select 'renewals', ${orders.nextChargeAt} from ${fromOrders} and ${orders.nextChargeAt} is not null`,
  ];
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ kind: KindOfWork; is_due: boolean; next_ms: string | null }>(sql`
    select kind, coalesce(bool_or(due_at <= ${moment}), false) as is_due,
      extract(epoch from min(due_at) filter (where due_at > ${moment})) * 1000 as next_ms
    from (${sql.join(parts, sql` union all `)}) as work (kind, due_at) group by kind`);
  // A clock has milliseconds: the first at which it is due, never one before.
  const next = rows.flatMap(({ next_ms }) => (next_ms === null ? [] : [Math.ceil(Number(next_ms))]));
  return {
    due: new Set(rows.filter(({ is_due }) => is_due).map(({ kind }) => kind)),
    nextAt: next.length === 0 ? null : new Date(Math.min(...next)),
  };
}
