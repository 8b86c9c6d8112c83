/** Refunds. */
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
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
import { inJobScope, type JobScope } from '#server/platform/data/job-scope.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import type { Order } from '../orders/orders.ts';
import { lockPaymentWithOrder, type Payment, type PaymentWithOrder, paymentEvent } from '../payments/payments.ts';
import { markChangedDays } from '../rollup-marks/data/mark-days.ts';
import { refundFigures } from '../rollup-marks/rules/day-figures.ts';
import { refundsChannel } from './data/refunds-channel.ts';
import { nextRefundAttemptAt, type Refunded, refundTaxMinor } from './rules/refund.ts';

export type Refund = typeof refunds.$inferSelect;

/** Makes the event of an order about one of its refunds. */
export const refundEvent =
  (order: Order, actor: Actor, refund: Pick<Refund, 'id' | 'paymentId' | 'ticketId' | 'amountMinor' | 'currency'>) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent => {
    const reference = {
      refundId: toShortId('REF', refund.id),
      ...(refund.ticketId && { ticketId: toShortId('TKT', refund.ticketId) }),
      amount: formatAmount(refund.amountMinor, refund.currency),
      currency: refund.currency,
      orderStatus: order.status,
    };
    return paymentEvent(order, actor, { id: refund.paymentId })(type, { ...reference, ...data }, changes);
  };

/** Locks a payment of one of the merchant's stores with its order; otherwise throws 404 `Payment not found`. */
export const lockMerchantPayment = (
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  paymentId: string,
): Promise<PaymentWithOrder> =>
  lockPaymentWhere(
    tx,
    and(
      eq(payments.id, paymentId),
      eq(payments.environment, environment),
      inArray(payments.storeId, storeIdsOf(tx, merchantId)),
    ),
  );

/** Locks a payment in one store with its order, or throws 404. The caller checks whose order it is. */
export const lockStorePayment = (
  tx: Tx,
  { storeId, environment }: { readonly storeId: string; readonly environment: Environment },
  paymentId: string,
): Promise<PaymentWithOrder> =>
  lockPaymentWhere(
    tx,
    and(eq(payments.id, paymentId), eq(payments.environment, environment), eq(payments.storeId, storeId)),
  );

async function lockPaymentWhere(tx: Tx, condition: SQL | undefined): Promise<PaymentWithOrder> {
  const [found] = await tx.select().from(payments).where(condition);
  if (!found) throw errors.paymentNotFound();
  return await lockPaymentWithOrder(tx, found);
}

/** The amounts of a payment's pending and succeeded refunds. They are stable while the caller holds a lock on the order. */
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

/** A refund to be inserted. */
interface RefundIntent {
  readonly order: Order;
  readonly payment: Payment;
  /** The amounts of earlier refunds. */
  readonly refunded: Refunded;
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly ticketId: string | null;
  readonly actor: Actor;
  /** The provider's ID of a refund that exists at the provider already. */
  readonly providerRefundId?: string;
}

/**
 * Inserts a pending refund of a locked payment. The worker asks the provider after the commit.
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
  // Notifies the worker at the commit.
  await tx.execute(sql`select pg_notify(${refundsChannel}, '')`);
  return refund;
}

const isDue = (tx: Tx, scope: JobScope, now: Date) =>
  and(lte(refunds.nextAttemptAt, now), inJobScope(tx, scope, refunds));

/** The providers with due refunds. */
export const listProvidersOfDueRefunds = async (tx: Tx, scope: JobScope, now: Date): Promise<string[]> =>
  (
    await tx
      .selectDistinct({ provider: refunds.provider })
      .from(refunds)
      .where(isDue(tx, scope, now))
  ).map(({ provider }) => provider);

/**
 * Claims the provider's refund that is due longest, by postponing its next attempt: a crash only delays it. Undefined if
 * none is due or other workers hold the locks.
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

/** A refund of one store with its row locked. Lock its order and payment first, to avoid deadlocks. */
export const lockRefund = async (tx: Tx, storeId: string, refundId: string): Promise<Refund | undefined> =>
  (
    await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.storeId, storeId)))
      .for('update')
  )[0];

/** Saves the status that the state machine returned, with the outcome's details. */
export async function saveRefundStatus(
  tx: Tx,
  refund: Refund,
  status: RefundStatus,
  changes: Partial<Pick<Refund, 'providerRefundId' | 'failureReason' | 'nextAttemptAt' | 'succeededAt'>>,
  now: Date,
): Promise<Refund> {
  const saved = await saveStatus(tx, refunds, refund, { ...changes, status }, now);
  await markChangedDays(tx, [{ row: refund, before: refundFigures(refund), after: refundFigures(saved) }], now);
  return saved;
}

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
 * The refunds that a provider's message refers to: by our key, by the provider's ID, or the undecided refunds of a charge.
 * Searches all stores, because the provider does not know them: the result is for internal use only. A recorded provider ID
 * has to match.
 */
export async function findProviderRefunds(
  tx: Tx,
  provider: string,
  reference:
    | { readonly key: string | null; readonly providerRefundId: string }
    | { readonly about: 'refunds'; readonly providerPaymentId: string },
): Promise<Refund[]> {
  if ('providerRefundId' in reference) {
    const { key, providerRefundId } = reference;
    const isFromProvider = eq(refunds.provider, provider);
    const [keyed] = key
      ? await tx
          .select()
          .from(refunds)
          .where(and(eq(refunds.id, key), isFromProvider))
      : [];
    if (keyed && (keyed.providerRefundId === null || keyed.providerRefundId === providerRefundId)) return [keyed];
    // Other software may write its own key there; an imported refund is found by the provider's ID.
    return await tx
      .select()
      .from(refunds)
      .where(and(isFromProvider, eq(refunds.providerRefundId, providerRefundId)));
  }
  return await tx
    .select(getTableColumns(refunds))
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, reference.providerPaymentId),
        isNotNull(refunds.nextAttemptAt),
      ),
    )
    .orderBy(asc(refunds.id));
}

/** The provider's ID of a refund's payment, or undefined. */
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
