/** Payment attempts. */

import { and, asc, desc, eq, getTableColumns, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
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
import { among } from '#server/platform/data/listing.ts';
import {
  checkedInStore,
  isRow,
  refersTo,
  type StoreRow,
  type StoreScope,
} from '#server/platform/data/merchant-scope.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { updateRows } from '#server/platform/data/update-row.ts';
import { orderEvent } from '../orders/orders.ts';
import { type Order, parseOrderOf } from '../orders/rules/order.ts';
import { markChangedDays } from '../rollup-marks/data/mark-days.ts';
import { paymentFigures } from '../rollup-marks/rules/day-figures.ts';

export type Payment = typeof payments.$inferSelect;

/** The attempt that holds a locked order: one in flight or in a challenge, else a succeeded one. */
export const findHoldingPayment = async (tx: Tx, order: StoreRow): Promise<Payment | undefined> =>
  (await holdingPayment(tx, order))[0];

const isOfOrder = (order: { readonly [Key in keyof StoreRow]: Placeholder }) =>
  and(eq(payments.orderId, order.id), checkedInStore(payments, order));

const holdingPayment = hotStatement((db, order: Params<StoreRow>) =>
  db
    .select()
    .from(payments)
    .where(and(isOfOrder(order), inArray(payments.status, [...holdingPaymentStatuses])))
    .orderBy(sql`${payments.status} = 'succeeded'`, desc(payments.attempt))
    .limit(1),
);

/** Whether a locked order has an undecided attempt. */
export async function isBeingPaid(tx: Tx, order: StoreRow): Promise<boolean> {
  return (await livePayment(tx, order)).length > 0;
}

const livePayment = hotStatement((db, order: Params<StoreRow>) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isOfOrder(order), inArray(payments.status, [...livePaymentStatuses])))
    .limit(1),
);

/** Makes the event of an order about one of its payments. */
export const paymentEvent =
  (order: Order, actor: Actor, payment: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent =>
    orderEvent(order, actor)(type, { paymentId: toShortId('PAY', payment.id), ...data }, changes);

/** The status change of a payment, for its event. */
export const paymentChange = (payment: Pick<Payment, 'status'>, to: Payment['status']): Changes =>
  changeOf('paymentStatus', payment.status, to);

/**
 * Fails a locked order's attempt that waits for 3D Secure, if there is one; the worker closes it at the provider. Returns
 * the attempt that still holds the order: a charge in flight, or a succeeded one.
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

/** Ends a waiting attempt before a cancellation; throws 400 while a charge is in flight. */
export async function endPaymentToCancel(tx: Tx, order: Order, actor: Actor, now: Date): Promise<void> {
  const holding = await endWaitingPayment(tx, order, actor, now);
  if (holding?.status === 'processing') throw errors.paymentInFlight();
}

/** Inserts the intent to charge a locked order. It is committed before the provider is asked. */
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
  > &
    Partial<Pick<Payment, 'paymentMethodId' | 'creditUsedMinor' | 'creditUsedTaxMinor' | 'quoteId'>>,
  now: Date,
): Promise<Payment> {
  const values: Omit<typeof payments.$inferInsert, 'attempt'> = {
    id: newId(),
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    orderId: order.id,
    productId: order.productId,
    country: order.billingDetail?.country ?? null,
    creditUsedMinor: 0,
    creditUsedTaxMinor: 0,
    creditedMinor: 0,
    ...attempt,
    status: 'processing',
    currency: order.currency,
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await insertStatement(tx, withNulls(payments, values, 'attempt'));
  if (!row) throw new Error('insert returned no payment');
  return row;
}

const insertStatement = hotStatement((db, row: Params<Omit<Payment, 'attempt'>>) => {
  const byName = row as Readonly<Record<string, Placeholder>>;
  const order = { id: row.orderId, merchantId: row.merchantId, storeId: row.storeId };
  const computed: Readonly<Record<string, SQL>> = {
    // From a row: Citus sends rows with given merchants through the coordinator.
    merchantId: sql`${orders.merchantId}`,
    // Attempts are numbered from 1 per order.
    attempt: sql`(select coalesce(max(${payments.attempt}), 0) + 1 from ${payments} where ${isOfOrder(order)})`,
  };
  const values = Object.entries(getTableColumns(payments)).map(
    ([name, column]) => computed[name] ?? sql`${sql.param(byName[name], column)}::${sql.raw(column.getSQLType())}`,
  );
  const numbered = sql`select ${sql.join(values, sql`, `)} from ${orders} where ${isRow(orders, order)}`;
  return db.insert(payments).select(numbered).returning();
});

/** A payment of one store with its row locked. Lock its order first, to avoid deadlocks. */
export const lockPayment = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  paymentId: string,
): Promise<Payment | undefined> => (await lockedPayment(tx, { id: paymentId, merchantId, storeId }))[0];

const lockedPayment = hotStatement((db, row: Params<StoreRow>) =>
  db.select().from(payments).where(isRow(payments, row)).for('update'),
);

/** References a payment and its order, which the caller knows to exist. */
export type PaymentReference = Pick<Payment, 'id' | 'orderId' | 'merchantId' | 'storeId'>;

export interface PaymentWithOrder {
  readonly order: Order;
  readonly payment: Payment;
}

/** Locks a payment and its order, the order first. */
export async function lockPaymentWithOrder(
  tx: Tx,
  { id, orderId, merchantId, storeId }: PaymentReference,
): Promise<PaymentWithOrder> {
  const [row] = await lockedPaymentWithOrder(tx, { id, orderId, merchantId, storeId });
  if (!row) throw new Error(`payment ${id} or its order is gone`);
  return parseOrderOf(row);
}

const paymentsWithOrders = (db: Tx) =>
  db
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders));

/**
 * PostgreSQL plans this statement once per connection, but that for a list at each call. With the order's ID it reads both rows
 * by their keys, also while the statistics of young tables are incomplete.
 */
const lockedPaymentWithOrder = hotStatement((db, row: Params<PaymentReference>) =>
  paymentsWithOrders(db)
    .where(and(isRow(payments, row), eq(orders.id, row.orderId)))
    .for('update', { of: [orders, payments] }),
);

/**
 * Locks one merchant's payments with their orders, each order before its payment, and in the order of the orders' IDs to avoid deadlocks.
 * Returns them in the order of the references.
 */
export async function lockPaymentsWithOrders(
  tx: Tx,
  references: readonly PaymentReference[],
): Promise<PaymentWithOrder[]> {
  const [first] = references;
  if (!first) return [];
  const all = (name: 'id' | 'orderId' | 'storeId') => [...new Set(references.map((reference) => reference[name]))];
  const key = { ids: all('id'), orderIds: all('orderId'), merchantId: first.merchantId, storeIds: all('storeId') };
  const rows = await lockedPaymentsWithOrders(tx, key);
  return references.map(({ id, storeId }) => {
    const row = rows.find(({ payment }) => payment.id === id && payment.storeId === storeId);
    if (!row) throw new Error(`payment ${id} or its order is gone`);
    return parseOrderOf(row);
  });
}

type ListKey = { ids: string[]; orderIds: string[]; merchantId: string; storeIds: string[] };

const lockedPaymentsWithOrders = hotStatement((db, { ids, orderIds, merchantId, storeIds }: Params<ListKey>) =>
  paymentsWithOrders(db)
    .where(
      and(
        among(payments.id, ids),
        among(orders.id, orderIds),
        eq(payments.merchantId, merchantId),
        among(payments.storeId, storeIds),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update', { of: [orders, payments] }),
);

/** The columns that an outcome may change beside the status. */
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

/** Saves the status that the state machine returned, with the outcome's details. */
export async function savePaymentStatus(
  tx: Tx,
  payment: Payment,
  status: PaymentStatus,
  changes: OutcomeChanges,
  now: Date,
): Promise<Payment> {
  const saved = await saveStatus(tx, payments, payment, { ...changes, status }, now);
  await markChangedDays(tx, [{ row: payment, before: paymentFigures(payment), after: paymentFigures(saved) }], now);
  return saved;
}

/** Saves the success of several locked payments in one statement. */
export const savePayments = (tx: Tx, succeeded: readonly Payment[]): Promise<void> =>
  updateRows(
    tx,
    payments,
    succeeded.map(({ id, merchantId, status, providerPaymentId, succeededAt, updatedAt, ...payment }) => {
      const { method, cardBrand, cardLast4, failureCode, failureReason, unclosedSince, actionUrl } = payment;
      const card = { method, cardBrand, cardLast4 };
      const failure = { failureCode, failureReason, unclosedSince, actionUrl };
      return { id, merchantId, status, providerPaymentId, succeededAt, updatedAt, ...card, ...failure };
    }),
  );

/** An order's attempts, newest first. */
export const listOrderPayments = (tx: Tx, order: StoreRow): Promise<Payment[]> => orderPayments(tx, order);

const orderPayments = hotStatement((db, order: Params<StoreRow>) =>
  db.select().from(payments).where(isOfOrder(order)).orderBy(desc(payments.attempt)),
);

/** The newest attempt of a session's order, or undefined. */
export async function findLatestPayment(tx: Tx, session: StoreRow): Promise<Payment | undefined> {
  const [row] = await latestPayment(tx, session);
  return row;
}

const latestPayment = hotStatement((db, session: Params<StoreRow>) =>
  db
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .where(and(eq(orders.checkoutSessionId, session.id), checkedInStore(orders, session)))
    .orderBy(desc(payments.attempt))
    .limit(1),
);
