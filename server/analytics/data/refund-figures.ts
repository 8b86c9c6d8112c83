/** Refunds requested in a range, and how many payments were refunded. */
import { and, count, countDistinct, eq, exists, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments, refunds } from '#db/schema/index.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn } from './revenue.ts';

export interface RefundSum {
  readonly status: RefundStatus;
  readonly currency: string;
  readonly refunds: number;
  /** The payments that they refund. */
  readonly payments: number;
  readonly amountMinor: number;
}

/** The refunds requested in the range, by current status and currency. */
export const sumRefunds = (tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<RefundSum[]> =>
  tx
    .select({
      status: refunds.status,
      currency: refunds.currency,
      refunds: count(),
      payments: countDistinct(refunds.paymentId),
      amountMinor: sumOf(refunds.amountMinor),
    })
    .from(refunds)
    .where(and(owned(refunds, scope), during(refunds.createdAt, range), ofCurrency(refunds.currency, currency)))
    .groupBy(refunds.status, refunds.currency);

export interface RefundedPayments {
  /** The payments that succeeded in the range, without zero amounts. */
  readonly payments: number;
  /** How many of them have been refunded since, at least in part. */
  readonly refunded: number;
}

/** How many of the payments that succeeded in the range have been refunded. */
export async function countRefundedPayments(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
): Promise<RefundedPayments> {
  const isRefunded = exists(
    tx
      .select({ one: sql`1` })
      .from(refunds)
      .where(
        and(
          ofMerchants(refunds, scope),
          eq(refunds.merchantId, payments.merchantId),
          eq(refunds.paymentId, payments.id),
          eq(refunds.status, 'succeeded'),
        ),
      ),
  );
  const [row] = await tx
    .select({ payments: count(), refunded: countWhere(isRefunded) })
    .from(payments)
    .where(and(succeededIn(scope, range, currency), gt(payments.amountMinor, 0)));
  return row ?? { payments: 0, refunded: 0 };
}
