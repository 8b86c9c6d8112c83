/** Refunds. */

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
import { type DueSearch, listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { type BatchScope, inJobScope, type SearchScope } from '#server/platform/data/job-scope.ts';
import {
  checkedInStore,
  type EnvironmentScope,
  inEnvironment,
  inStore,
  isRow,
  ofKnownMerchant,
  refersTo,
  type StoreRow,
  type StoreScope,
} from '#server/platform/data/merchant-scope.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { findRowOfMember } from '#server/stores/member-rows.ts';
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
export async function lockMerchantPayment(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  paymentId: string,
): Promise<PaymentWithOrder> {
  const isOfEnvironment = eq(payments.environment, environment);
  return await lockFound(tx, await findRowOfMember(tx, payments, merchantId, paymentId, isOfEnvironment));
}

/** Locks a payment in one store with its order, or throws 404. The caller checks whose order it is. */
export async function lockStorePayment(tx: Tx, scope: EnvironmentScope, paymentId: string): Promise<PaymentWithOrder> {
  const isPayment = and(eq(payments.id, paymentId), inEnvironment(payments, scope));
  return await lockFound(tx, (await tx.select().from(payments).where(isPayment))[0]);
}

async function lockFound(tx: Tx, found: Payment | undefined): Promise<PaymentWithOrder> {
  if (!found) throw errors.paymentNotFound();
  return await lockPaymentWithOrder(tx, found);
}

/** The amounts of a payment's pending and succeeded refunds. They are stable while the caller holds a lock on the order. */
export async function readRefunded(tx: Tx, payment: StoreRow): Promise<Refunded> {
  const sumOf = (column: typeof refunds.amountMinor | typeof refunds.taxMinor) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [row] = await tx
    .select({ amountMinor: sumOf(refunds.amountMinor), taxMinor: sumOf(refunds.taxMinor) })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        inStore(refunds, payment),
        inArray(refunds.status, [...holdingRefundStatuses]),
      ),
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

const isDue = (tx: Tx, scope: SearchScope | BatchScope, now: Date) =>
  and(lte(refunds.nextAttemptAt, now), inJobScope(tx, scope, refunds));

/** The merchants with due refunds, the longest due first. Locks nothing. */
export const listMerchantsOfDueRefunds = (tx: Tx, now: Date, search: DueSearch): Promise<string[]> =>
  listDueMerchants(
    tx,
    { table: refunds, dueAt: refunds.nextAttemptAt, where: (scope) => isDue(tx, scope, now) },
    search,
  );

/** The providers with due refunds. */
export const listProvidersOfDueRefunds = async (tx: Tx, scope: BatchScope, now: Date): Promise<string[]> =>
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
  scope: BatchScope,
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
  await tx.update(refunds).set(claim).where(isRow(refunds, due));
  return { ...due, ...claim };
}

/** A refund of one store with its row locked. Lock its order and payment first, to avoid deadlocks. */
export const lockRefund = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  id: string,
): Promise<Refund | undefined> =>
  (await tx.select().from(refunds).where(isRow(refunds, { id, merchantId, storeId })).for('update'))[0];

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
export const listOrderRefunds = (tx: Tx, order: StoreRow): Promise<Refund[]> => orderRefunds(tx, order);

const orderRefunds = hotStatement((db, order: Params<StoreRow>) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), checkedInStore(refunds, order)))
    .orderBy(desc(refunds.createdAt), desc(refunds.id)),
);

/**
 * The refunds that a provider's message refers to: by our key, by the provider's ID, or the undecided refunds of a charge.
 * A message that names no merchant is searched for in all stores: the result is for internal use only. A recorded provider
 * ID has to match.
 */
export async function findProviderRefunds(
  tx: Tx,
  provider: string,
  reference:
    | { readonly key: string | null; readonly providerRefundId: string }
    | { readonly about: 'refunds'; readonly providerPaymentId: string },
  merchantId: string | undefined,
): Promise<Refund[]> {
  const ofMerchant = ofKnownMerchant(refunds, merchantId);
  if ('providerRefundId' in reference) {
    const { key, providerRefundId } = reference;
    const isFromProvider = eq(refunds.provider, provider);
    const [keyed] = key
      ? await tx
          .select()
          .from(refunds)
          .where(and(ofMerchant, eq(refunds.id, key), isFromProvider))
      : [];
    if (keyed && (keyed.providerRefundId === null || keyed.providerRefundId === providerRefundId)) return [keyed];
    // Other software may write its own key there; an imported refund is found by the provider's ID.
    return await tx
      .select()
      .from(refunds)
      .where(and(ofMerchant, isFromProvider, eq(refunds.providerRefundId, providerRefundId)));
  }
  return await tx
    .select(getTableColumns(refunds))
    .from(refunds)
    .innerJoin(payments, refersTo(refunds, refunds.paymentId, payments))
    .where(
      and(
        ofMerchant,
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
  { paymentId: id, merchantId, storeId }: Refund,
): Promise<string | undefined> =>
  (
    await tx
      .select({ providerPaymentId: payments.providerPaymentId })
      .from(payments)
      .where(isRow(payments, { id, merchantId, storeId }))
  )[0]?.providerPaymentId ?? undefined;
