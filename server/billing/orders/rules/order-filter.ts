/** What the lists of orders and of subscriptions can be asked for. */

import { type BillingPeriod, billingPeriods, type ProductType, productTypes } from '#server/catalog/rules/product.ts';
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { subscriptionOrderStatuses } from '../../subscriptions/rules/subscription-order.ts';
import { onetimeOrderStatuses } from './onetime-order.ts';
import type { OrderStatus } from './order.ts';
import { readSaleFilter, type SaleFilter } from './sale-filter.ts';

/** `yes`: in full or in part. */
export const refundedChoices = ['yes', 'full', 'partial'] as const;
export type RefundedChoice = (typeof refundedChoices)[number];

export interface OrderFilter extends SaleFilter {
  /** An id, the merchant's own reference or name of the buyer, or how the buyer's address begins. */
  readonly search?: string | undefined;
  /** Any of them; none: any status. A kept trial, which is `active`, is found as `trialing`. */
  readonly statuses: readonly OrderStatus[];
  readonly type?: ProductType | undefined;
  /** How often subscriptions are charged. */
  readonly billingPeriod?: BillingPeriod | undefined;
  /** Only refunded orders: all of them, or those refunded in full or in part. */
  readonly refunded?: RefundedChoice | undefined;
  readonly oldestFirst: boolean;
  /** Instead, by when each is charged next; those that are not come last. */
  readonly byNextCharge: boolean;
}

/** Whether an index has what it asks for, so that it can be asked again every few seconds. */
export const isIndexedFilter = ({ search, currency, country, billingPeriod }: OrderFilter): boolean =>
  [search, currency, country, billingPeriod].every((value) => value === undefined);

/** The statuses that there are, in the order of an order's life. */
export const orderStatuses: readonly OrderStatus[] = [
  ...new Set<OrderStatus>([...onetimeOrderStatuses.slice(0, 2), ...subscriptionOrderStatuses]),
];

/** The statuses that orders of a type can have. */
export const statusesOf: Readonly<Record<ProductType, readonly OrderStatus[]>> = {
  onetime: onetimeOrderStatuses,
  subscription: subscriptionOrderStatuses,
};

/** The filter in an address, of all orders or of those of one type. */
export function readOrderFilter(params: URLSearchParams, only?: ProductType): ReadFilter<OrderFilter> {
  const fields = addressFields(params);
  const filter = {
    search: fields.text('q'),
    statuses: fields.several('status', only ? statusesOf[only] : orderStatuses),
    type: only ?? fields.one('type', productTypes),
    billingPeriod: only === 'subscription' ? fields.one('period', billingPeriods) : undefined,
    refunded: fields.one('refunded', refundedChoices),
    ...readSaleFilter(fields),
  };
  const sort = fields.one('sort', only === 'subscription' ? ['oldest', 'charge'] : ['oldest']);
  return {
    filter: { ...filter, oldestFirst: sort === 'oldest', byNextCharge: sort === 'charge' },
    query: fields.said.toString(),
  };
}
