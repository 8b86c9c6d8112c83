/** What one-time and subscription orders have in common: they live in one table, under one session. */

import type { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { follow } from '#server/domain/state-machine.ts';
import {
  isBillable,
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

type Row = typeof orders.$inferSelect;

/** A kind of order: its type, its statuses, the columns that are never null, and those that always are. */
interface Shape {
  readonly productType: ProductType;
  readonly statuses: readonly OrderStatus[];
  readonly filled: readonly (keyof Row)[];
  readonly empty: readonly (keyof Row)[];
}

const period = ['startedAt', 'currentPeriodStart', 'currentPeriodEnd', 'periodNumber'] as const;
const schedule = ['nextChargeAt', 'remindAt', 'pastDueSince'] as const;

const shapes = {
  oneTime: {
    productType: 'onetime',
    statuses: onetimeOrderStatuses,
    filled: [],
    empty: ['billingPeriod', 'trialEndsAt', 'endedAt', ...period, ...schedule],
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

type Parsed<Its extends Shape> = {
  readonly [Column in keyof Row]: Column extends 'productType'
    ? Its['productType']
    : Column extends 'status'
      ? Its['statuses'][number]
      : Column extends Its['filled'][number]
        ? NonNullable<Row[Column]>
        : Column extends Its['empty'][number]
          ? null
          : Row[Column];
};

export interface OneTimeOrder extends Parsed<typeof shapes.oneTime> {}
/** A subscription that waits for its first payment, or never had one. */
export interface UnstartedSubscription extends Parsed<typeof shapes.unstarted> {}
/** Started, and no charge of it is past due. */
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

const fits = (row: Row, { productType, statuses, filled, empty }: Shape): boolean =>
  row.productType === productType &&
  statuses.includes(row.status) &&
  filled.every((column) => row[column] !== null) &&
  empty.every((column) => row[column] === null);

/** Parses a row as one of those kinds; throws if it is none of them. */
const parserOf =
  <Kind extends keyof Kinds>(...kinds: readonly Kind[]) =>
  (row: Row): Kinds[Kind] => {
    if (!kinds.some((kind) => fits(row, shapes[kind]))) throw new Error(`order ${row.id} is not ${kinds.join(' or ')}`);
    return row as unknown as Kinds[Kind];
  };

export const parseOrder = parserOf('oneTime', 'unstarted', 'settled', 'pastDue');
export const parseStartedSubscription = parserOf('settled', 'pastDue');

/** Parsers by type, for rows whose type is known. */
export const parsers: { readonly [Type in ProductType]: (row: Row) => OrderOf<Type> } = {
  onetime: parserOf('oneTime'),
  subscription: parserOf('unstarted', 'settled', 'pastDue'),
};

/** Parses the order in a row of a join. */
export const parseOrderOf = <Joined extends { readonly order: Row }>(row: Joined) => ({
  ...row,
  order: parseOrder(row.order),
});

/** The next status of an order of either type, for what can happen to both; 400 where it is not allowed. */
export function nextOrderStatus(order: Order, event: 'pay' | 'cancel' | 'expire'): OrderStatus {
  switch (order.productType) {
    case 'onetime':
      return nextOnetimeOrderStatus(order.status, event);
    case 'subscription':
      return nextSubscriptionOrderStatus(order.status, event);
  }
}

/** Whether a cancellation means anything to an order now. */
export function isCancelable(order: Order): boolean {
  switch (order.productType) {
    case 'onetime':
      return follow(onetimeOrderTransitions, order.status, 'cancel') !== undefined;
    case 'subscription':
      return follow(subscriptionOrderTransitions, order.status, 'cancel') !== undefined;
  }
}

/** An order at `now`. A pending order past its end counts as expired before the worker has updated it. */
export function orderAt<Its extends Order>(order: Its, now: Date): OrderOf<Its['productType']>;
export function orderAt(order: Order, now: Date): Order {
  return order.status === 'pending' && order.expiresAt <= now ? { ...order, status: 'expired' } : order;
}

/** Whether a cancellation can be undone: until the end of the period, even if the worker ends the subscription later. */
export const isReactivatable = (order: Order, now: Date): order is SettledSubscription =>
  order.status === 'canceling' && order.currentPeriodEnd > now;

/** Whether a subscription can be given another payment method: as long as it may be charged once more, or be kept. */
export const canChangeMethod = (order: Order, now: Date): boolean =>
  isBillable(order.status) || isReactivatable(order, now);

/** Subscriptions that a store cannot be deleted with. (commerce-api.md, "delete-store", `active_subscriptions`.) */
export const activeSubscriptionStatuses = [
  'active',
  'canceling',
  'past_due',
] as const satisfies SubscriptionOrderStatus[];

/**
 * Of either type: neither over nor live, a trial too. Named one by one, as an index finds them so and not by what they are
 * not. (commerce-api.md, "delete-store", `pending_orders`.)
 */
export const pendingOrderStatuses = ['pending', 'trialing'] as const satisfies OrderStatus[];
