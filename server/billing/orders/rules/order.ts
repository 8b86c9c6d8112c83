/** One-time and subscription orders, which share one table. */

import type { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { follow, isOneOf } from '#server/domain/state-machine.ts';
import {
  isBillable,
  liveStatuses,
  nextSubscriptionOrderStatus,
  type SubscriptionOrderStatus,
  subscriptionOrderTransitions,
  terminalStatuses,
} from '../../subscriptions/rules/subscription-order.ts';
import {
  nextOnetimeOrderStatus,
  type OnetimeOrderStatus,
  onetimeOrderStatuses,
  onetimeOrderTransitions,
} from './onetime-order.ts';

export type OrderStatus = OnetimeOrderStatus | SubscriptionOrderStatus;

/** The names of each status in filters. Some clients know `expired` as `closed`. */
export const orderStatusNames: Readonly<Record<OrderStatus, readonly string[]>> = {
  pending: ['pending'],
  completed: ['completed'],
  active: ['active'],
  trialing: ['trialing'],
  canceling: ['canceling'],
  past_due: ['past_due'],
  canceled: ['canceled'],
  expired: ['expired', 'closed'],
};

type Row = typeof orders.$inferSelect;

/** A kind of order: its type, its statuses, the columns that are never null, and those that are always null. */
interface Shape {
  readonly productType: ProductType;
  readonly statuses: readonly OrderStatus[];
  readonly filled: readonly (keyof Row)[];
  readonly empty: readonly (keyof Row)[];
}

const period = ['startedAt', 'currentPeriodStart', 'currentPeriodEnd', 'periodNumber'] as const;
const schedule = ['nextChargeAt', 'remindAt', 'pastDueSince', 'pausedAt', 'changeOrderId'] as const;

const shapes = {
  oneTime: {
    productType: 'onetime',
    statuses: onetimeOrderStatuses,
    filled: [],
    empty: ['billingPeriod', 'trialEndsAt', 'endedAt', 'changeOriginOrderId', ...period, ...schedule],
  },
  unstarted: {
    productType: 'subscription',
    statuses: ['pending', ...terminalStatuses],
    filled: ['billingPeriod'],
    empty: ['completedAt', ...period, ...schedule],
  },
  settled: {
    productType: 'subscription',
    statuses: ['trialing', 'active', 'canceling', 'canceled'],
    filled: ['billingPeriod', ...period],
    empty: ['completedAt', 'pastDueSince'],
  },
  pastDue: {
    productType: 'subscription',
    statuses: ['past_due'],
    filled: ['billingPeriod', 'pastDueSince', ...period],
    empty: ['completedAt'],
  },
} as const satisfies Record<string, Shape>;

type Parsed<Given extends Shape> = {
  readonly [Column in keyof Row]: Column extends 'productType'
    ? Given['productType']
    : Column extends 'status'
      ? Given['statuses'][number]
      : Column extends Given['filled'][number]
        ? NonNullable<Row[Column]>
        : Column extends Given['empty'][number]
          ? null
          : Row[Column];
};

export interface OneTimeOrder extends Parsed<typeof shapes.oneTime> {}
/** A subscription that waits for its first payment, or never received one. */
export interface UnstartedSubscription extends Parsed<typeof shapes.unstarted> {}
/** A started subscription without a past due charge. */
export interface SettledSubscription extends Parsed<typeof shapes.settled> {}
export interface PastDueSubscription extends Parsed<typeof shapes.pastDue> {}
export type StartedSubscription = SettledSubscription | PastDueSubscription;
export type SubscriptionOrder = UnstartedSubscription | StartedSubscription;
export type Order = OneTimeOrder | SubscriptionOrder;
export type OrderOf<Type extends ProductType> = { onetime: OneTimeOrder; subscription: SubscriptionOrder }[Type];

export const isOfType = <Type extends ProductType>(order: Order, type: Type): order is OrderOf<Type> =>
  order.productType === type;

interface Kinds {
  readonly oneTime: OneTimeOrder;
  readonly unstarted: UnstartedSubscription;
  readonly settled: SettledSubscription;
  readonly pastDue: PastDueSubscription;
}

const matchesShape = (row: Row, { productType, statuses, filled, empty }: Shape): boolean =>
  row.productType === productType &&
  statuses.includes(row.status) &&
  filled.every((column) => row[column] !== null) &&
  empty.every((column) => row[column] === null);

/** Parses a row as one of the given kinds, or throws. */
const parserOf =
  <Kind extends keyof Kinds>(...kinds: readonly Kind[]) =>
  (row: Row): Kinds[Kind] => {
    if (!kinds.some((kind) => matchesShape(row, shapes[kind])))
      throw new Error(`order ${row.id} is not ${kinds.join(' or ')}`);
    return row as unknown as Kinds[Kind];
  };

export const parseOrder = parserOf('oneTime', 'unstarted', 'settled', 'pastDue');
export const parseStartedSubscription = parserOf('settled', 'pastDue');

/** Parsers for rows of a known type. */
export const parsers: { readonly [Type in ProductType]: (row: Row) => OrderOf<Type> } = {
  onetime: parserOf('oneTime'),
  subscription: parserOf('unstarted', 'settled', 'pastDue'),
};

/** Parses the order in a joined row. */
export const parseOrderOf = <Joined extends { readonly order: Row }>(row: Joined) => ({
  ...row,
  order: parseOrder(row.order),
});

/** The next status of an order of either type; throws 400 if the event is not allowed. */
export function nextOrderStatus(order: Order, event: 'pay' | 'cancel' | 'expire'): OrderStatus {
  switch (order.productType) {
    case 'onetime':
      return nextOnetimeOrderStatus(order.status, event);
    case 'subscription':
      return nextSubscriptionOrderStatus(order.status, event);
  }
}

/** Whether an order can be canceled now. */
export function isCancelable(order: Order): boolean {
  switch (order.productType) {
    case 'onetime':
      return follow(onetimeOrderTransitions, order.status, 'cancel') !== undefined;
    case 'subscription':
      return follow(subscriptionOrderTransitions, order.status, 'cancel') !== undefined;
  }
}

/** An order as of `now`: a pending order past its expiry counts as expired before the worker has updated it. */
export function orderAt<Given extends Order>(order: Given, now: Date): OrderOf<Given['productType']>;
export function orderAt(order: Order, now: Date): Order {
  return order.status === 'pending' && order.expiresAt <= now ? { ...order, status: 'expired' } : order;
}

/** Whether a cancellation can be undone: until the period ends, even if the worker ends the subscription later. */
export const isReactivatable = (order: Order, now: Date): order is SettledSubscription =>
  order.status === 'canceling' && order.currentPeriodEnd > now;

/** Whether a subscription's payment method can be changed: while it may still be charged or reactivated. */
export const canChangeMethod = (order: Order, now: Date): boolean =>
  isBillable(order.status) || isReactivatable(order, now);

/**
 * Orders of either type that block a store's deletion as `pending_orders`, trials included. Listed by name, so that the
 * query uses an index. (commerce-api.md, "delete-store".)
 */
export const pendingBlockerStatuses = ['pending', 'trialing'] as const satisfies readonly OrderStatus[];

/** Live subscriptions that block a store's deletion as `active_subscriptions`. */
export const activeBlockerStatuses = liveStatuses.filter((status) => !isOneOf(pendingBlockerStatuses)(status));
