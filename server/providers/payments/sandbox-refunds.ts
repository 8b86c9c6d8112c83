/** Refunds in the sandbox: once per key, and never more than was charged. */
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import type { Refund, RefundOutcome } from './provider.ts';

type ChargeRow = typeof sandboxCharges.$inferSelect;

/** Refunds a charge. Concurrent refunds of one charge are serialized, so that they cannot exceed it. */
export async function refundInSandbox(
  db: Database,
  { key, providerPaymentId, amountMinor, currency }: Refund,
  isPaid: (charge: ChargeRow) => boolean,
  now: Date,
): Promise<RefundOutcome> {
  const chargeKey = providerPaymentId.replace(/^sandbox_/, '');
  return await db.transaction(async (tx) => {
    const [charge] = await tx.select().from(sandboxCharges).where(eq(sandboxCharges.key, chargeKey)).for('update');
    if (!charge) throw new Error('The sandbox has no such charge');
    const [existing] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.key, key));
    if (existing) return outcomeOf(key, existing.status);
    const [refunded] = await tx
      .select({ totalMinor: sql<string>`coalesce(sum(${sandboxRefunds.amountMinor}), 0)` })
      .from(sandboxRefunds)
      .where(and(eq(sandboxRefunds.chargeKey, chargeKey), eq(sandboxRefunds.status, 'succeeded')));
    const leftMinor = charge.amountMinor - Number(refunded?.totalMinor ?? 0);
    const isPossible = isPaid(charge) && currency === charge.currency && amountMinor > 0 && amountMinor <= leftMinor;
    const status = isPossible ? 'succeeded' : 'failed';
    await tx.insert(sandboxRefunds).values({ key, chargeKey, amountMinor, status, createdAt: now });
    return outcomeOf(key, status);
  });
}

function outcomeOf(key: string, status: 'succeeded' | 'failed'): RefundOutcome {
  const providerRefundId = `sandbox_refund_${key}`;
  if (status === 'succeeded') return { status, providerRefundId };
  return { status, providerRefundId, reason: 'The refund exceeds the remaining amount of the payment.' };
}
