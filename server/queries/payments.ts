/** Payment attempts. */
import { and, asc, count, desc, eq, getTableColumns, inArray, lte, max, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders, payments } from '../../db/schema/index.ts';
import { declineSentences } from '../domain/declines.ts';
import type { Actor } from '../domain/event.ts';
import { newId, toShortId } from '../domain/ids.ts';
import { holdingPaymentStatuses, nextPaymentStatus, type PaymentStatus } from '../domain/payment.ts';
import { type NewEvent, recordEvent } from './events.ts';
import {
  among,
  beyond,
  type Filter,
  inOrder,
  inStores,
  type Listing,
  matching,
  type ReadScope,
  valueAtCursor,
} from './listing.ts';
import { type Order, orderEvent, visibleOrders } from './orders.ts';

export type Payment = typeof payments.$inferSelect;

/** The attempt that holds a locked order: in flight or waiting for the buyer's bank, else a successful one. */
export const findHoldingPayment = async (
  tx: Tx,
  order: { id: string; storeId: string },
): Promise<Payment | undefined> =>
  (
    await tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.orderId, order.id),
          eq(payments.storeId, order.storeId),
          inArray(payments.status, [...holdingPaymentStatuses]),
        ),
      )
      .orderBy(sql`${payments.status} = 'succeeded'`, desc(payments.attempt))
      .limit(1)
  )[0];

/** An event of an order about one of its payments. */
export const paymentEvent =
  (order: Order, actor: Actor, payment: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}): NewEvent =>
    orderEvent(order, actor)(type, { paymentId: toShortId('PAY', payment.id), ...data });

/**
 * Ends the attempt that waits for the buyer to answer their bank (3-D Secure), if a locked order has one: whoever
 * finishes it later finds nothing left to confirm. The worker sees to it that the provider closes it too. Gives the
 * attempt that still holds the order: a charge on its way, or one that succeeded.
 */
export async function endWaitingPayment(tx: Tx, order: Order, actor: Actor, now: Date): Promise<Payment | undefined> {
  const holding = await findHoldingPayment(tx, order);
  if (holding?.status !== 'requires_action') return holding;
  const failure = { failureCode: 'authentication_abandoned', failureReason: declineSentences.authentication_abandoned };
  const status = nextPaymentStatus(holding.status, 'fail');
  await savePaymentStatus(tx, holding, status, { ...failure, actionUrl: null, unclosedSince: now }, now);
  await recordEvent(tx, paymentEvent(order, actor, holding)('payment.failed', failure), now);
  return undefined;
}

/** The intent to charge a locked order: written and committed before the provider is asked. */
export async function insertPayment(
  tx: Tx,
  order: Order,
  attempt: Pick<
    Payment,
    'provider' | 'method' | 'cardBrand' | 'cardLast4' | 'amountMinor' | 'taxMinor' | 'taxRateMillionths' | 'taxName'
  >,
  now: Date,
): Promise<Payment> {
  const [last] = await tx
    .select({ attempt: max(payments.attempt) })
    .from(payments)
    .where(eq(payments.orderId, order.id));
  const [row] = await tx
    .insert(payments)
    .values({
      id: newId(),
      merchantId: order.merchantId,
      storeId: order.storeId,
      environment: order.environment,
      orderId: order.id,
      ...attempt,
      status: 'processing',
      currency: order.currency,
      attempt: (last?.attempt ?? 0) + 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('insert returned no payment');
  return row;
}

/** A payment of one store with its row locked; lock its order first, always in that order. */
export const lockPayment = async (tx: Tx, storeId: string, paymentId: string): Promise<Payment | undefined> =>
  (
    await tx
      .select()
      .from(payments)
      .where(and(eq(payments.id, paymentId), eq(payments.storeId, storeId)))
      .for('update')
  )[0];

/** What an outcome may change beside the status. */
type OutcomeChanges = Partial<
  Pick<
    Payment,
    | 'providerPaymentId'
    | 'method'
    | 'cardBrand'
    | 'cardLast4'
    | 'failureCode'
    | 'failureReason'
    | 'actionUrl'
    | 'unclosedSince'
    | 'succeededAt'
  >
>;

/** Writes the status that the state machine gave, with the outcome's details. */
export async function savePaymentStatus(
  tx: Tx,
  payment: Payment,
  status: PaymentStatus,
  changes: OutcomeChanges,
  now: Date,
): Promise<Payment> {
  const [saved] = await tx
    .update(payments)
    .set({ ...changes, status, updatedAt: now })
    .where(and(eq(payments.id, payment.id), eq(payments.storeId, payment.storeId)))
    .returning();
  if (!saved) throw new Error(`payment ${payment.id} is gone`);
  return saved;
}

/** An order's attempts, newest first. */
export const listOrderPayments = (tx: Tx, order: { id: string; storeId: string }): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.storeId, order.storeId)))
    .orderBy(desc(payments.attempt));

/** What the newest attempt of a session's order is; undefined where nobody has tried to pay it. */
export async function findLatestPayment(
  tx: Tx,
  session: { id: string; storeId: string },
): Promise<Payment | undefined> {
  const [row] = await tx
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.checkoutSessionId, session.id), eq(orders.storeId, session.storeId)))
    .orderBy(desc(payments.attempt))
    .limit(1);
  return row;
}

/** Where a worker's round has come to. */
export interface RoundPlace {
  readonly at: Date;
  readonly id: string;
}

const after = (at: typeof payments.updatedAt | typeof payments.unclosedSince, place: RoundPlace | undefined) =>
  place && sql`(${at}, ${payments.id}) > (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

/** Attempts without an outcome: nobody has heard it, or the provider does not know it itself. The longest untouched first. */
export const listUndecidedPayments = (
  tx: Tx,
  untouchedSince: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.status, 'processing'), lte(payments.updatedAt, untouchedSince), after(payments.updatedAt, place)),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that wait for a buyer who will not come: their order has lapsed, or they began before that moment. */
export const listAbandonedPayments = (
  tx: Tx,
  startedBefore: Date,
  now: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.status, 'requires_action'),
        or(lte(payments.createdAt, startedBefore), lte(orders.expiresAt, now)),
        after(payments.updatedAt, place),
      ),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that the provider has still to close, or to give back what it took. */
export const listUnclosedPayments = (tx: Tx, now: Date, limit: number, place?: RoundPlace): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(and(lte(payments.unclosedSince, now), after(payments.unclosedSince, place)))
    .orderBy(asc(payments.unclosedSince), asc(payments.id))
    .limit(limit);

const paymentFilters = {
  id: payments.id,
  orderId: payments.orderId,
  storeId: payments.storeId,
  status: payments.status,
  currency: payments.currency,
  createdAt: payments.createdAt,
};
const paymentSorts = { createdAt: payments.createdAt, updatedAt: payments.updatedAt };
type PaymentField = keyof typeof paymentFilters;

/** A customer sees the payments of their own orders only. */
const visiblePayments = (tx: Tx, scope: ReadScope) =>
  and(
    inStores(payments.storeId, scope),
    eq(payments.environment, scope.environment),
    ...(scope.buyerIdentity === undefined
      ? []
      : [inArray(payments.orderId, tx.select({ id: orders.id }).from(orders).where(visibleOrders(scope)))]),
  );

/** One page of the payments in scope. */
export async function listPayments(
  tx: Tx,
  scope: ReadScope,
  { filter, page }: Listing<PaymentField, keyof typeof paymentSorts>,
): Promise<Payment[]> {
  const sort = paymentSorts[page.sort];
  const visible = visiblePayments(tx, scope);
  const start = await valueAtCursor(page, (id) =>
    tx
      .select({ value: sort })
      .from(payments)
      .where(and(visible, eq(payments.id, id))),
  );
  return await tx
    .select()
    .from(payments)
    .where(and(visible, matching(paymentFilters, filter), beyond(page, sort, payments.id, start)))
    .orderBy(...inOrder(page, sort, payments.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

/** How many payments in scope the filter lets through. */
export async function countPayments(tx: Tx, scope: ReadScope, filter: Filter<PaymentField>): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(payments)
    .where(and(visiblePayments(tx, scope), matching(paymentFilters, filter)));
  return row?.rows ?? 0;
}

/** The newest attempts of each of those orders, at most `limit` an order, newest first. */
export async function listPaymentsOfOrders(
  tx: Tx,
  scope: ReadScope,
  orderIds: readonly string[],
  limit: number,
): Promise<Payment[]> {
  const ranked = tx
    .select({
      ...getTableColumns(payments),
      place: sql<number>`row_number() over (partition by ${payments.orderId} order by ${payments.attempt} desc)`.as(
        'place',
      ),
    })
    .from(payments)
    .where(and(among(payments.orderId, orderIds), visiblePayments(tx, scope)))
    .as('ranked');
  return await tx.select().from(ranked).where(lte(ranked.place, limit)).orderBy(ranked.orderId, desc(ranked.attempt));
}
