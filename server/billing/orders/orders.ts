/** Orders of either type. */

import { and, eq, inArray, isNull, lte, not, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { orders, payments } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { newId } from '#server/domain/ids.ts';
import { holdingPaymentStatuses } from '#server/domain/payment.ts';
import type { NewEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { inJobScope } from '#server/platform/data/job-scope.ts';
import {
  checkedInStore,
  isRow,
  refersTo,
  type StoreRow,
  type StoreScope,
} from '#server/platform/data/merchant-scope.ts';
import { updateRow, updateRows } from '#server/platform/data/update-row.ts';
import { markChangedDays } from '../rollup-marks/data/mark-days.ts';
import { orderFigures } from '../rollup-marks/rules/day-figures.ts';
import type { CheckoutSession } from './checkout-sessions.ts';
import { customerOf } from './data/customer-of-order.ts';
import type { DueOrders } from './data/due-orders.ts';
import { isScheduledChange } from './data/scheduled-changes.ts';
import { type Order, type OrderOf, parseOrder, parsers } from './rules/order.ts';

export type { Order };

type Row = typeof orders.$inferSelect;

export interface OrderWithProduct {
  readonly order: Order;
  readonly productName: string;
}

/** Makes the event of an order: its type, its data and the changes, by an actor. */
export const orderEvent =
  (order: Pick<Order, 'id' | 'merchantId' | 'storeId' | 'environment'>, actor: Actor) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent => ({
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    objectId: order.id,
    type,
    actor,
    data,
    changes,
  });

/** Saves the same columns of several locked orders in one statement, with statuses that the state machine returned. */
export const saveOrders = (
  tx: Tx,
  changed: readonly (Pick<Order, 'id' | 'merchantId'> & Partial<Row>)[],
): Promise<void> => updateRows(tx, orders, changed);

/** An order's amounts and buyer, which may change while it is pending. */
export type OrderTerms = Amounts &
  Pick<Order, 'buyerEmail' | 'billingDetail' | 'buyerBrowser' | 'language' | 'trialEndsAt'>;

/** Inserts the pending order of a locked session; version, price, currency and custom data come from the session. */
export async function insertOrder(
  tx: Tx,
  session: CheckoutSession,
  terms: OrderTerms & Pick<Order, 'billingPeriod' | 'successUrl'> & Partial<Pick<Order, 'quoteId' | 'expiresAt'>>,
  now: Date,
): Promise<Order> {
  const order = withNulls(orders, {
    id: newId(),
    merchantId: session.merchantId,
    storeId: session.storeId,
    environment: session.environment,
    productType: session.productType,
    status: 'pending',
    checkoutSessionId: session.id,
    productId: session.productId,
    productVersionId: session.productVersionId,
    currency: session.currency,
    expiresAt: session.expiresAt,
    ...terms,
    refundedMinor: 0,
    refundState: 'none',
    creditMinor: 0,
    changeOriginOrderId: session.originOrderId,
    buyerIdentity: session.buyerIdentity,
    metadata: session.metadata,
    merchantExternalId: session.orderMerchantExternalId,
    createdAt: now,
    updatedAt: now,
  });
  await sendAhead(tx, insertion, order);
  return parseOrder(order);
}

const insertion = hotStatement((db, row: Params<Row>) => db.insert(orders).values(columnsOf(orders, row)));

/** The session's order, or undefined. */
export const findSessionOrder = async (tx: Tx, session: StoreRow): Promise<Order | undefined> =>
  (await sessionOrderStatement(tx, session)).map(parseOrder)[0];

/** The session's order with its row locked, or undefined. */
export const lockSessionOrder = async (tx: Tx, session: StoreRow): Promise<Order | undefined> =>
  (await sessionOrderForUpdate(tx, session)).map(parseOrder)[0];

const selectSessionOrder = (db: Tx, session: Params<StoreRow>) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.checkoutSessionId, session.id), checkedInStore(orders, session)));

const sessionOrderStatement = hotStatement(selectSessionOrder);
const sessionOrderForUpdate = hotStatement((db, session: Parameters<typeof selectSessionOrder>[1]) =>
  selectSessionOrder(db, session).for('update'),
);

/** An order of one store with its row locked, or undefined. */
export const lockStoreOrder = async (tx: Tx, store: StoreScope, orderId: string): Promise<Order | undefined> =>
  (await lockedOrder(tx, { id: orderId, merchantId: store.merchantId, storeId: store.storeId })).map(parseOrder)[0];

const lockedOrder = hotStatement((db, row: Params<StoreRow>) =>
  db.select().from(orders).where(isRow(orders, row)).for('update'),
);

/**
 * Saves a locked order's status that the state machine returned, and the columns that change with it. Returns the order with
 * them, but without the customer that its purchase adds.
 */
export async function saveOrderStatus<Type extends ProductType>(
  tx: Tx,
  order: Row & { readonly productType: Type },
  status: OrderOf<Type>['status'],
  changes: Partial<
    Pick<
      Row,
      | 'completedAt'
      | 'canceledAt'
      | 'buyerEmail'
      | 'billingDetail'
      | 'startedAt'
      | 'trialEndsAt'
      | 'currentPeriodStart'
      | 'currentPeriodEnd'
      | 'periodNumber'
      | 'nextChargeAt'
      | 'remindAt'
      | 'pastDueSince'
      | 'endedAt'
      | 'refundState'
      | 'creditMinor'
      | 'changeOrderId'
      | 'pausedAt'
      | 'resumesAt'
      | 'movedPeriods'
      | keyof Amounts
    >
  >,
  now: Date,
): Promise<OrderOf<Type>> {
  const customer = customerOf(order, changes);
  const saved = await updateRow(tx, orders, order, { ...changes, status, updatedAt: now }, customer);
  await markChangedDays(tx, [{ row: order, before: orderFigures(order), after: orderFigures(saved) }], now);
  return parsers[order.productType](saved);
}

/**
 * Saves the terms of a pending order and returns it with them. `trialEndsAt` is a preview of the trial; the start of the
 * subscription sets the final value.
 */
export async function saveOrderTerms(tx: Tx, order: Order, terms: OrderTerms, now: Date): Promise<Order> {
  await termsUpdate(tx, {
    ...terms,
    updatedAt: now,
    id: order.id,
    merchantId: order.merchantId,
    storeId: order.storeId,
  });
  return parseOrder({ ...order, ...terms, updatedAt: now });
}

const termsUpdate = hotStatement((db, params: Params<OrderTerms & Pick<Order, 'updatedAt'> & StoreRow>) =>
  db
    .update(orders)
    .set(
      changesOf(
        orders,
        params,
        'subtotalMinor',
        'taxMinor',
        'totalMinor',
        'taxRateMillionths',
        'taxName',
        'buyerEmail',
        'billingDetail',
        'buyerBrowser',
        'language',
        'trialEndsAt',
        'updatedAt',
      ),
    )
    .where(isRow(orders, params)),
);

/** Saves the quote that a locked order of a plan change follows, and when it expires. */
export async function saveQuoteOfOrder(
  tx: Tx,
  order: StoreRow,
  changes: { readonly quoteId: string; readonly expiresAt: Date },
): Promise<void> {
  await tx.update(orders).set(changes).where(isRow(orders, order));
}

/** Stores the buyer's identity on an order that has none. */
export async function saveOrderIdentity(tx: Tx, order: Order, buyerIdentity: string, now: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ buyerIdentity, updatedAt: now })
    .where(and(isRow(orders, order), isNull(orders.buyerIdentity)));
}

/** Pending orders past their expiry without an open payment. */
export const lapsedOrders: DueOrders<Order> = {
  dueAt: orders.expiresAt,
  isDue: (tx, scope, now) =>
    and(
      eq(orders.status, 'pending'),
      lte(orders.expiresAt, now),
      inJobScope(tx, scope, orders),
      not(isScheduledChange()),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(payments)
          .where(
            and(refersTo(payments, payments.orderId, orders), inArray(payments.status, [...holdingPaymentStatuses])),
          ),
      ),
    ),
  parse: parseOrder,
};
