/** Orders. */
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders, payments, productVersions } from '../../db/schema/index.ts';
import type { Amounts } from '../domain/amounts.ts';
import type { BillingDetail } from '../domain/billing-detail.ts';
import type { Environment } from '../domain/environments.ts';
import type { Actor } from '../domain/event.ts';
import { newId } from '../domain/ids.ts';
import type { OnetimeOrderStatus } from '../domain/onetime-order.ts';
import type { OrderStatus } from '../domain/order.ts';
import { holdingPaymentStatuses } from '../domain/payment.ts';
import type { BillingPeriod, ProductType } from '../domain/product.ts';
import type { SubscriptionOrderStatus } from '../domain/subscription-order.ts';
import { errors } from '../errors.ts';
import type { CheckoutSession } from './checkout-sessions.ts';
import type { NewEvent } from './events.ts';
import {
  beyond,
  type Filter,
  inOrder,
  inStores,
  type Listing,
  matching,
  type ReadScope,
  valueAtCursor,
} from './listing.ts';
import { storeIdsOf } from './stores.ts';

export type Order = typeof orders.$inferSelect;
type StatusOf = { onetime: OnetimeOrderStatus; subscription: SubscriptionOrderStatus };
/** An order known to be of that type. */
export type OrderOf<Type extends ProductType> = Order & { readonly productType: Type; status: StatusOf[Type] };

/** An event of that order, done by that actor. */
export const orderEvent =
  (order: Order, actor: Actor) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}): NewEvent => ({
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    objectType: 'order',
    objectId: order.id,
    type,
    actor,
    data,
  });

/** The pending order of a locked session; version, price, currency and custom data come from the session. */
export async function insertOrder(
  tx: Tx,
  session: CheckoutSession,
  buyer: { email: string | null; billingDetail: BillingDetail | null; successUrl: string | null },
  terms: Amounts & { billingPeriod: BillingPeriod | null },
  now: Date,
): Promise<Order> {
  const [order] = await tx
    .insert(orders)
    .values({
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
      ...terms,
      buyerEmail: buyer.email,
      buyerIdentity: session.buyerIdentity,
      billingDetail: buyer.billingDetail,
      successUrl: buyer.successUrl,
      metadata: session.metadata,
      merchantExternalId: session.orderMerchantExternalId,
      expiresAt: session.expiresAt,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!order) throw new Error('insert returned no order');
  return order;
}

export const findSessionOrder = async (tx: Tx, session: { id: string; storeId: string }): Promise<Order | undefined> =>
  (
    await tx
      .select()
      .from(orders)
      .where(and(eq(orders.checkoutSessionId, session.id), eq(orders.storeId, session.storeId)))
  )[0];

/** The session's order with its row locked; undefined where the session has made none. */
export const lockSessionOrder = async (tx: Tx, session: { id: string; storeId: string }): Promise<Order | undefined> =>
  (
    await tx
      .select()
      .from(orders)
      .where(and(eq(orders.checkoutSessionId, session.id), eq(orders.storeId, session.storeId)))
      .for('update')
  )[0];

/** Whose orders a caller may touch: a merchant's stores, or one customer's own in one store. */
export type OrderScope = { readonly environment: Environment } & (
  | { readonly merchantId: string }
  | { readonly storeId: string; readonly buyerIdentity: string }
);

/** The orders that a caller may cancel: of all the merchant's stores, or a customer's own. */
export const orderScopeOf = (
  caller: { readonly environment: Environment; readonly merchantId: string } & (
    | { readonly kind: 'apiKey' | 'dashboard' }
    | { readonly kind: 'sessionToken'; readonly storeId: string; readonly buyerIdentity: string }
  ),
): OrderScope =>
  caller.kind === 'sessionToken'
    ? { environment: caller.environment, storeId: caller.storeId, buyerIdentity: caller.buyerIdentity }
    : { environment: caller.environment, merchantId: caller.merchantId };

/** A customer's own orders: tied to their identity or, where none is known, bought with it as the email. */
const boughtBy = (buyerIdentity: string) =>
  and(
    sql`lower(coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})) = lower(${buyerIdentity})`,
    // Emails are told apart without regard to case, the merchant's own ids are not.
    or(isNull(orders.buyerIdentity), eq(orders.buyerIdentity, buyerIdentity)),
  );

/** The same of one order that is at hand. */
export const isBoughtBy = (order: Order, buyerIdentity: string): boolean =>
  order.buyerIdentity === null
    ? order.buyerEmail?.toLowerCase() === buyerIdentity.toLowerCase()
    : order.buyerIdentity === buyerIdentity;

const within = (tx: Tx, scope: OrderScope) =>
  and(
    eq(orders.environment, scope.environment),
    ...('merchantId' in scope
      ? [inArray(orders.storeId, storeIdsOf(tx, scope.merchantId))]
      : [eq(orders.storeId, scope.storeId), boughtBy(scope.buyerIdentity)]),
  );

/** An order of that type in scope with its row locked; 404 `Order not found` otherwise. */
export async function lockOrder<Type extends ProductType>(
  tx: Tx,
  scope: OrderScope,
  type: Type,
  orderId: string,
): Promise<OrderOf<Type>> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.productType, type), within(tx, scope)))
    .for('update');
  if (!order) throw errors.orderNotFound();
  return order as OrderOf<Type>;
}

/** A subscription of that store and environment with its row locked, whoever's it is; 404 `Order not found` otherwise. */
export async function lockStoreSubscription(
  tx: Tx,
  { storeId, environment }: { storeId: string; environment: Environment },
  orderId: string,
): Promise<OrderOf<'subscription'>> {
  const order = await lockStoreOrder(tx, storeId, orderId);
  if (order?.productType !== 'subscription' || order.environment !== environment) throw errors.orderNotFound();
  return order as OrderOf<'subscription'>;
}

/** An order of one store with its row locked; undefined where there is none. */
export const lockStoreOrder = async (tx: Tx, storeId: string, orderId: string): Promise<Order | undefined> =>
  (
    await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.storeId, storeId)))
      .for('update')
  )[0];

/** Writes the status that the state machine gave, with whatever changed beside it. */
export async function saveOrderStatus(
  tx: Tx,
  order: Order,
  status: OrderStatus,
  changes: Partial<
    Pick<
      Order,
      | 'completedAt'
      | 'canceledAt'
      | 'buyerEmail'
      | 'billingDetail'
      | 'startedAt'
      | 'trialEndsAt'
      | 'currentPeriodStart'
      | 'currentPeriodEnd'
      | 'endedAt'
    >
  >,
  now: Date,
): Promise<Order> {
  const [saved] = await tx
    .update(orders)
    .set({ ...changes, status, updatedAt: now })
    .where(and(eq(orders.id, order.id), eq(orders.storeId, order.storeId)))
    .returning();
  if (!saved) throw errors.orderNotFound();
  return saved;
}

/**
 * Notes on a pending order who pays it, as the checkout page says, and what that makes of its amounts. `trialEndsAt`
 * says before the start whether there will be a trial; the start itself sets it for good.
 */
export async function saveOrderTerms(
  tx: Tx,
  order: Order,
  terms: Amounts & {
    buyerEmail: string;
    billingDetail: BillingDetail;
    trialEndsAt: Date | null;
    language: string | null;
  },
  now: Date,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...terms, updatedAt: now })
    .where(and(eq(orders.id, order.id), eq(orders.storeId, order.storeId)));
}

/** Notes whose order it is, where nobody's is known yet. */
export async function saveOrderIdentity(tx: Tx, order: Order, buyerIdentity: string, now: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ buyerIdentity, updatedAt: now })
    .where(and(eq(orders.id, order.id), eq(orders.storeId, order.storeId), isNull(orders.buyerIdentity)));
}

/** Pending orders past their end and without a payment that holds them, locked, oldest first; others' locks are skipped. */
export const lockLapsedOrders = (tx: Tx, now: Date, limit: number): Promise<Order[]> =>
  tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        lte(orders.expiresAt, now),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(payments)
            .where(and(eq(payments.orderId, orders.id), inArray(payments.status, [...holdingPaymentStatuses]))),
        ),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });

/** Canceling subscriptions whose period is over, locked, oldest first; others' locks are skipped. */
export const lockEndedSubscriptions = async (tx: Tx, now: Date, limit: number): Promise<OrderOf<'subscription'>[]> =>
  (await tx
    .select()
    .from(orders)
    .where(
      and(eq(orders.productType, 'subscription'), eq(orders.status, 'canceling'), lte(orders.currentPeriodEnd, now)),
    )
    .orderBy(asc(orders.currentPeriodEnd))
    .limit(limit)
    .for('update', { skipLocked: true })) as OrderOf<'subscription'>[];

export interface OrderWithProduct {
  readonly order: Order;
  readonly productName: string;
}

/** One page of a store's orders with their product's name, newest first. */
export async function listStoreOrders(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  page: { limit: number; offset: number },
): Promise<OrderWithProduct[]> {
  return await tx
    .select({ order: orders, productName: productVersions.name })
    .from(orders)
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(and(eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** One order of a store with its product's name; undefined where there is none. */
export async function findStoreOrder(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  orderId: string,
): Promise<OrderWithProduct | undefined> {
  const [row] = await tx
    .select({ order: orders, productName: productVersions.name })
    .from(orders)
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(and(eq(orders.id, orderId), eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment)));
  return row;
}

export interface StoreFigures {
  /** Orders by status. */
  readonly orders: Readonly<Partial<Record<OrderStatus, number>>>;
  /** What payments brought in, tax included, by currency, in minor units. */
  readonly revenue: readonly { readonly currency: string; readonly amountMinor: number }[];
}

/** The overview's figures for one store and environment. */
export async function readStoreFigures(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
): Promise<StoreFigures> {
  const mine = and(eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment));
  const statuses = await tx
    .select({ status: orders.status, orders: count() })
    .from(orders)
    .where(mine)
    .groupBy(orders.status);
  const revenue = await tx
    .select({ currency: payments.currency, amountMinor: sql<string>`sum(${payments.amountMinor})` })
    .from(payments)
    .where(
      and(
        eq(payments.storeId, scope.storeId),
        eq(payments.environment, scope.environment),
        eq(payments.status, 'succeeded'),
        gt(payments.amountMinor, 0),
      ),
    )
    .groupBy(payments.currency)
    .orderBy(payments.currency);
  return {
    orders: Object.fromEntries(statuses.map((row) => [row.status, row.orders])),
    revenue: revenue.map(({ currency, amountMinor }) => ({ currency, amountMinor: Number(amountMinor) })),
  };
}

const orderFilters = {
  id: orders.id,
  storeId: orders.storeId,
  status: orders.status,
  buyerEmail: orders.buyerEmail,
  buyerIdentity: orders.buyerIdentity,
  currency: orders.currency,
  productId: orders.productId,
  checkoutSessionId: orders.checkoutSessionId,
  merchantExternalId: orders.merchantExternalId,
  completedAt: orders.completedAt,
  createdAt: orders.createdAt,
};
const orderSorts = { createdAt: orders.createdAt, updatedAt: orders.updatedAt };
type OrderField = keyof typeof orderFilters;

/** A customer sees their own orders only. */
export const visibleOrders = (scope: ReadScope) =>
  and(
    inStores(orders.storeId, scope),
    eq(orders.environment, scope.environment),
    ...(scope.buyerIdentity === undefined ? [] : [boughtBy(scope.buyerIdentity)]),
  );

const visibleOnetimeOrders = (scope: ReadScope) => and(visibleOrders(scope), eq(orders.productType, 'onetime'));

/** One page of the one-time orders in scope. */
export async function listOnetimeOrders(
  tx: Tx,
  scope: ReadScope,
  { filter, page }: Listing<OrderField, keyof typeof orderSorts>,
): Promise<Order[]> {
  const sort = orderSorts[page.sort];
  const visible = visibleOnetimeOrders(scope);
  const start = await valueAtCursor(page, (id) =>
    tx
      .select({ value: sort })
      .from(orders)
      .where(and(visible, eq(orders.id, id))),
  );
  return await tx
    .select()
    .from(orders)
    .where(and(visible, matching(orderFilters, filter), beyond(page, sort, orders.id, start)))
    .orderBy(...inOrder(page, sort, orders.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

/** How many one-time orders in scope the filter lets through. */
export async function countOnetimeOrders(tx: Tx, scope: ReadScope, filter: Filter<OrderField>): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(orders)
    .where(and(visibleOnetimeOrders(scope), matching(orderFilters, filter)));
  return row?.rows ?? 0;
}
