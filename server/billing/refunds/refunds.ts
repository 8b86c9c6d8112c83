/** Money that is given back. */
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { payments, refunds } from '#db/schema/index.ts';
import { changesBetween } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { holdingRefundStatuses, type RefundStatus } from '#server/domain/refund-status.ts';
import { amountFact } from '#server/events/audit/rules/audit-facts.ts';
import { type NewEvent, recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { type JobScope, within } from '#server/platform/data/job-scope.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import type { Order } from '../orders/orders.ts';
import { lockPaymentWithOrder, type Payment, paymentEvent } from '../payments/payments.ts';
import { refundsChannel } from './data/refunds-channel.ts';
import { nextRefundAttemptAt, type Refunded, refundTaxMinor } from './rules/refund.ts';

export type Refund = typeof refunds.$inferSelect;

/** An event of an order about one of its refunds. */
export const refundEvent =
  (order: Order, actor: Actor, refund: Pick<Refund, 'id' | 'paymentId' | 'ticketId' | 'amountMinor' | 'currency'>) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent => {
    const about = {
      refundId: toShortId('REF', refund.id),
      ...(refund.ticketId && { ticketId: toShortId('TKT', refund.ticketId) }),
      amount: formatAmount(refund.amountMinor, refund.currency),
      currency: refund.currency,
      orderStatus: order.status,
    };
    return paymentEvent(order, actor, { id: refund.paymentId })(type, { ...about, ...data }, changes);
  };

/** A payment of one of the merchant's stores with its order, both locked; 404 `Payment not found` otherwise. */
export async function lockMerchantsPayment(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  paymentId: string,
): Promise<{ order: Order; payment: Payment }> {
  const isTheirs = inArray(payments.storeId, storeIdsOf(tx, merchantId));
  const [found] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.environment, environment), isTheirs));
  if (!found) throw errors.paymentNotFound();
  return await lockPaymentWithOrder(tx, found);
}

/** What of a payment has been given back or is about to be. Lock its order first, and it stays that. */
export async function readRefunded(tx: Tx, { id, storeId }: Pick<Payment, 'id' | 'storeId'>): Promise<Refunded> {
  const sumOf = (column: typeof refunds.amountMinor | typeof refunds.taxMinor) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [row] = await tx
    .select({ amountMinor: sumOf(refunds.amountMinor), taxMinor: sumOf(refunds.taxMinor) })
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, id), eq(refunds.storeId, storeId), inArray(refunds.status, [...holdingRefundStatuses])),
    );
  return row ?? { amountMinor: 0, taxMinor: 0 };
}

/** What is asked to be given back of a payment. */
interface RefundIntent {
  readonly order: Order;
  readonly payment: Payment;
  /** What of it was given back before. */
  readonly refunded: Refunded;
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly ticketId: string | null;
  readonly actor: Actor;
  /** The provider's own id of one that it has made already. */
  readonly providerRefundId?: string;
}

/**
 * The intent to give back a part of a locked payment: written and committed before the provider is asked, which the
 * worker does as soon as this is committed.
 */
export async function insertRefund(tx: Tx, intent: RefundIntent, now: Date): Promise<Refund> {
  const { order, payment, refunded, amountMinor, reason, ticketId, actor, providerRefundId } = intent;
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      merchantId: order.merchantId,
      storeId: order.storeId,
      environment: order.environment,
      orderId: order.id,
      paymentId: payment.id,
      ticketId,
      provider: payment.provider,
      providerRefundId,
      status: 'pending',
      currency: payment.currency,
      amountMinor,
      taxMinor: refundTaxMinor(payment, refunded, amountMinor),
      reason,
      requestedBy: actor,
      nextAttemptAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!refund) throw new Error('insert returned no refund');
  const changes = changesBetween(null, { refundStatus: refund.status, amount: amountFact(refund), reason });
  await recordEvent(tx, refundEvent(order, actor, refund)('refund.started', {}, changes), now);
  // Wakes the worker, at the commit and only then.
  await tx.execute(sql`select pg_notify(${refundsChannel}, '')`);
  return refund;
}

const isDue = (tx: Tx, scope: JobScope, now: Date) => and(lte(refunds.nextAttemptAt, now), within(tx, scope, refunds));

/** The providers that have refunds to be asked for. */
export const listProvidersOfDueRefunds = async (tx: Tx, scope: JobScope, now: Date): Promise<string[]> =>
  (
    await tx
      .selectDistinct({ provider: refunds.provider })
      .from(refunds)
      .where(isDue(tx, scope, now))
  ).map(({ provider }) => provider);

/**
 * Claims the refund of a provider's that is due longest: moves its next attempt on, so that a worker that dies with it
 * in hand only delays it. Undefined where none is due, or others are at it.
 */
export async function claimDueRefund(
  tx: Tx,
  scope: JobScope,
  provider: string,
  now: Date,
): Promise<Refund | undefined> {
  const [due] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.provider, provider), isDue(tx, scope, now)))
    .orderBy(asc(refunds.nextAttemptAt), asc(refunds.id))
    .limit(1)
    .for('update', { of: refunds, skipLocked: true });
  if (!due) return undefined;
  const claim = { nextAttemptAt: nextRefundAttemptAt(due.createdAt, now) };
  await tx.update(refunds).set(claim).where(eq(refunds.id, due.id));
  return { ...due, ...claim };
}

/** A refund of one store with its row locked; lock its order and its payment first, always in that order. */
export const lockRefund = async (tx: Tx, storeId: string, refundId: string): Promise<Refund | undefined> =>
  (
    await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.storeId, storeId)))
      .for('update')
  )[0];

/** Writes the status that the state machine gave, with the outcome's details. */
export const saveRefundStatus = (
  tx: Tx,
  refund: Refund,
  status: RefundStatus,
  changes: Partial<Pick<Refund, 'providerRefundId' | 'failureReason' | 'nextAttemptAt' | 'succeededAt'>>,
  now: Date,
): Promise<Refund> => saveStatus(tx, refunds, refund, { ...changes, status }, now);

/** An order's refunds, newest first. */
export const listOrderRefunds = (tx: Tx, order: { id: string; storeId: string }): Promise<Refund[]> =>
  orderRefunds(tx, { orderId: order.id, storeId: order.storeId });

const orderRefunds = hotStatement((db, { orderId, storeId }: Params<{ orderId: string; storeId: string }>) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.storeId, storeId)))
    .orderBy(desc(refunds.createdAt), desc(refunds.id)),
);

/**
 * The refunds that a provider's word is about: the one of that key, or that was made there, or those of a charge that it
 * has not decided yet.
 * Whose they are, the provider does not know: looked up in all stores, and given to nobody but the machinery that asks
 * the provider. A refund whose id we have heard is that one only.
 */
export async function findProviderRefunds(
  tx: Tx,
  provider: string,
  about:
    | { readonly key: string | null; readonly providerRefundId: string }
    | { readonly about: 'refunds'; readonly providerPaymentId: string },
): Promise<Refund[]> {
  if ('providerRefundId' in about) {
    const { key, providerRefundId } = about;
    const ofProvider = eq(refunds.provider, provider);
    const [keyed] = key
      ? await tx
          .select()
          .from(refunds)
          .where(and(eq(refunds.id, key), ofProvider))
      : [];
    if (keyed && (keyed.providerRefundId === null || keyed.providerRefundId === providerRefundId)) return [keyed];
    // Others write keys of theirs where we write ours; what was taken on from there has the provider's name.
    return await tx
      .select()
      .from(refunds)
      .where(and(ofProvider, eq(refunds.providerRefundId, providerRefundId)));
  }
  return await tx
    .select(getTableColumns(refunds))
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, about.providerPaymentId),
        isNotNull(refunds.nextAttemptAt),
      ),
    )
    .orderBy(asc(refunds.id));
}

/** What a refund is asked by: the provider's name for its payment. Undefined where the provider never gave one. */
export const findChargeOfRefund = async (
  tx: Tx,
  { paymentId, storeId }: Pick<Refund, 'paymentId' | 'storeId'>,
): Promise<string | undefined> =>
  (
    await tx
      .select({ providerPaymentId: payments.providerPaymentId })
      .from(payments)
      .where(and(eq(payments.id, paymentId), eq(payments.storeId, storeId)))
  )[0]?.providerPaymentId ?? undefined;
