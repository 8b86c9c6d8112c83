/** Payment attempts. */
import { and, asc, desc, eq, getTableColumns, inArray, type Placeholder, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { orders, payments } from '#db/schema/index.ts';
import { changeOf } from '#server/domain/changes.ts';
import { failureOf } from '#server/domain/declines.ts';
import { errors } from '#server/domain/errors.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import {
  holdingPaymentStatuses,
  livePaymentStatuses,
  nextPaymentStatus,
  type PaymentStatus,
} from '#server/domain/payment.ts';
import { type NewEvent, recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { lockStoreOrder, orderEvent } from '../orders/orders.ts';
import { type Order, parseOrder } from '../orders/rules/order.ts';

export type Payment = typeof payments.$inferSelect;

/** The attempt that holds a locked order: in flight or waiting for the buyer's bank, else a successful one. */
export const findHoldingPayment = async (
  tx: Tx,
  order: { id: string; storeId: string },
): Promise<Payment | undefined> => (await holdingPayment(tx, { orderId: order.id, storeId: order.storeId }))[0];

type OrderKey = { orderId: string; storeId: string };
const ofOrder = ({ orderId, storeId }: Params<OrderKey>) =>
  and(eq(payments.orderId, orderId), eq(payments.storeId, storeId));

const holdingPayment = hotStatement((db, order: Params<OrderKey>) =>
  db
    .select()
    .from(payments)
    .where(and(ofOrder(order), inArray(payments.status, [...holdingPaymentStatuses])))
    .orderBy(sql`${payments.status} = 'succeeded'`, desc(payments.attempt))
    .limit(1),
);

/** Whether an attempt to pay a locked order is not decided yet. */
export async function isBeingPaid(tx: Tx, order: { id: string; storeId: string }): Promise<boolean> {
  return (await livePayment(tx, { orderId: order.id, storeId: order.storeId })).length > 0;
}

const livePayment = hotStatement((db, order: Params<OrderKey>) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(ofOrder(order), inArray(payments.status, [...livePaymentStatuses])))
    .limit(1),
);

/** An event of an order about one of its payments. */
export const paymentEvent =
  (order: Order, actor: Actor, payment: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent =>
    orderEvent(order, actor)(type, { paymentId: toShortId('PAY', payment.id), ...data }, changes);

/** What a new status of a payment changes, for its event. */
export const paymentChange = (payment: Pick<Payment, 'status'>, to: Payment['status']): Changes =>
  changeOf('paymentStatus', payment.status, to);

/**
 * Ends the attempt that waits for the buyer to answer their bank (3-D Secure), if a locked order has one: whoever
 * finishes it later finds nothing left to confirm. The worker sees to it that the provider closes it too. Gives the
 * attempt that still holds the order: a charge on its way, or one that succeeded.
 */
export async function endWaitingPayment(tx: Tx, order: Order, actor: Actor, now: Date): Promise<Payment | undefined> {
  const holding = await findHoldingPayment(tx, order);
  if (holding?.status !== 'requires_action') return holding;
  const failure = failureOf('authentication_abandoned');
  const status = nextPaymentStatus(holding.status, 'fail');
  await savePaymentStatus(tx, holding, status, { ...failure, actionUrl: null, unclosedSince: now }, now);
  const changes = paymentChange(holding, status);
  await recordEvent(tx, paymentEvent(order, actor, holding)('payment.failed', failure, changes), now);
  return undefined;
}

/** The same for an order that is about to be canceled: 400 while a charge is on its way to the bank. */
export async function endPaymentToCancel(tx: Tx, order: Order, actor: Actor, now: Date): Promise<void> {
  const holding = await endWaitingPayment(tx, order, actor, now);
  if (holding?.status === 'processing') throw errors.paymentInFlight();
}

/** The intent to charge a locked order: written and committed before the provider is asked. */
export async function insertPayment(
  tx: Tx,
  order: Order,
  attempt: Pick<
    Payment,
    | 'periodNumber'
    | 'provider'
    | 'method'
    | 'cardBrand'
    | 'cardLast4'
    | 'amountMinor'
    | 'taxMinor'
    | 'taxRateMillionths'
    | 'taxName'
  >,
  now: Date,
): Promise<Payment> {
  const values: Omit<typeof payments.$inferInsert, 'attempt'> = {
    id: newId(),
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    orderId: order.id,
    ...attempt,
    status: 'processing',
    currency: order.currency,
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await insertion(tx, withNulls(payments, values, 'productId', 'country', 'attempt'));
  if (!row) throw new Error('insert returned no payment');
  return row;
}

/** The attempts of an order are counted from 1. */
const nextAttempt = (orderId: Placeholder) =>
  sql<number>`(select coalesce(max(attempt), 0) + 1 from payments where order_id = ${orderId}::uuid)`;

const insertion = hotStatement(
  (db, row: Params<Omit<typeof payments.$inferSelect, 'productId' | 'country' | 'attempt'>>) =>
    db
      .insert(payments)
      .values({ ...columnsOf(payments, row, 'productId', 'country', 'attempt'), attempt: nextAttempt(row.orderId) })
      .returning(),
);

/** A payment of one store with its row locked; lock its order first, always in that order. */
export const lockPayment = async (tx: Tx, storeId: string, paymentId: string): Promise<Payment | undefined> =>
  (await lockedPayment(tx, { paymentId, storeId }))[0];

const lockedPayment = hotStatement((db, { paymentId, storeId }: Params<{ paymentId: string; storeId: string }>) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.storeId, storeId)))
    .for('update'),
);

/** Names a payment, and its order, for those who know that they are there. */
export type PaymentReference = Pick<Payment, 'id' | 'storeId' | 'orderId'>;

export interface PaymentWithOrder {
  readonly order: Order;
  readonly payment: Payment;
}

/** A payment with its order, both locked, the order first: everybody locks in this sequence. */
export async function lockPaymentWithOrder(
  tx: Tx,
  { id, storeId, orderId }: PaymentReference,
): Promise<PaymentWithOrder> {
  const order = await lockStoreOrder(tx, storeId, orderId);
  const payment = await lockPayment(tx, storeId, id);
  return foundBoth(id, order, payment);
}

/**
 * Several at once, in the sequence in which they are given; orders are locked by their ids, whoever locks them. None of
 * them shares its order with another.
 */
export async function lockPaymentsWithOrders(
  tx: Tx,
  references: readonly PaymentReference[],
): Promise<PaymentWithOrder[]> {
  const storeIds = [...new Set(references.map(({ storeId }) => storeId))];
  const orderIds = references.map(({ orderId }) => orderId);
  const ids = references.map(({ id }) => id);
  const lockedOrders = await tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, orderIds), inArray(orders.storeId, storeIds)))
    .orderBy(asc(orders.id))
    .for('update');
  const lockedPayments = await tx
    .select()
    .from(payments)
    .where(and(inArray(payments.id, ids), inArray(payments.storeId, storeIds)))
    .orderBy(asc(payments.id))
    .for('update');
  return references.map(({ id, storeId, orderId }) => {
    const isMine = (row: { storeId: string }) => row.storeId === storeId;
    const row = lockedOrders.find((each) => each.id === orderId && isMine(each));
    return foundBoth(
      id,
      row && parseOrder(row),
      lockedPayments.find((row) => row.id === id && row.orderId === orderId && isMine(row)),
    );
  });
}

function foundBoth(id: string, order: Order | undefined, payment: Payment | undefined): PaymentWithOrder {
  if (!order || !payment) throw new Error(`payment ${id} or its order is gone`);
  return { order, payment };
}

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
export const savePaymentStatus = (
  tx: Tx,
  payment: Payment,
  status: PaymentStatus,
  changes: OutcomeChanges,
  now: Date,
): Promise<Payment> => saveStatus(tx, payments, payment, { ...changes, status }, now);

/** An order's attempts, newest first. */
export const listOrderPayments = (tx: Tx, order: { id: string; storeId: string }): Promise<Payment[]> =>
  orderPayments(tx, { orderId: order.id, storeId: order.storeId });

const orderPayments = hotStatement((db, order: Params<OrderKey>) =>
  db.select().from(payments).where(ofOrder(order)).orderBy(desc(payments.attempt)),
);

/** What the newest attempt of a session's order is; undefined where nobody has tried to pay it. */
export async function findLatestPayment(
  tx: Tx,
  session: { id: string; storeId: string },
): Promise<Payment | undefined> {
  const [row] = await latestPayment(tx, { sessionId: session.id, storeId: session.storeId });
  return row;
}

const latestPayment = hotStatement((db, { sessionId, storeId }: Params<{ sessionId: string; storeId: string }>) =>
  db
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.checkoutSessionId, sessionId), eq(orders.storeId, storeId)))
    .orderBy(desc(payments.attempt))
    .limit(1),
);
