/** The filters of the order and subscription lists. */

import { type BillingPeriod, billingPeriods, type ProductType, productTypes } from '#server/catalog/rules/product.ts';
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { subscriptionOrderStatuses } from '../../subscriptions/rules/subscription-order.ts';
import { onetimeOrderStatuses } from './onetime-order.ts';
import type { OrderStatus } from './order.ts';
import { readSaleFilter, type SaleFilter } from './sale-filter.ts';

/** `yes` includes full and partial refunds. */
export const refundedChoices = ['yes', 'full', 'partial'] as const;
export type RefundedChoice = (typeof refundedChoices)[number];

export interface OrderFilter extends SaleFilter {
  /** An ID, the merchant's reference or buyer identity, or the start of the buyer's email address. */
  readonly search?: string | undefined;
  /** Any of these statuses; an empty list matches all. A trial that was canceled and reactivated matches `trialing`. */
  readonly statuses: readonly OrderStatus[];
  readonly type?: ProductType | undefined;
  /** The billing period of subscriptions. */
  readonly billingPeriod?: BillingPeriod | undefined;
  /** Refunded orders only: all, full refunds or partial refunds. */
  readonly refunded?: RefundedChoice | undefined;
  readonly oldestFirst: boolean;
  /** Sorts by the next charge instead; orders without one come last. */
  readonly byNextCharge: boolean;
}

/** Whether indexes cover the filter, so that a page can poll it every few seconds. */
export const isIndexedFilter = ({ search, currency, country, billingPeriod }: OrderFilter): boolean =>
  [search, currency, country, billingPeriod].every((value) => value === undefined);

/** All statuses, in the order of an order's life. */
export const orderStatuses: readonly OrderStatus[] = [
  ...new Set<OrderStatus>([...onetimeOrderStatuses.slice(0, 2), ...subscriptionOrderStatuses]),
];

/** The statuses that orders of a type can have. */
export const statusesOf: Readonly<Record<ProductType, readonly OrderStatus[]>> = {
  onetime: onetimeOrderStatuses,
  subscription: subscriptionOrderStatuses,
};

/** Parses the filter from a URL, for all orders or for one type. */
export function readOrderFilter(params: URLSearchParams, onlyType?: ProductType): ReadFilter<OrderFilter> {
  const fields = addressFields(params);
  const filter = {
    search: fields.text('q'),
    statuses: fields.several('status', onlyType ? statusesOf[onlyType] : orderStatuses),
    type: onlyType ?? fields.one('type', productTypes),
    billingPeriod: onlyType === 'subscription' ? fields.one('period', billingPeriods) : undefined,
    refunded: fields.one('refunded', refundedChoices),
    ...readSaleFilter(fields),
  };
  const sort = fields.one('sort', onlyType === 'subscription' ? ['oldest', 'charge'] : ['oldest']);
  return {
    filter: { ...filter, oldestFirst: sort === 'oldest', byNextCharge: sort === 'charge' },
    query: fields.canonical.toString(),
  };
}
