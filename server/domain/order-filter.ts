/** What the lists of orders and of subscriptions can be asked for. */
import { addressFields, type ReadFilter } from './address-fields.ts';
import { onetimeOrderStatuses } from './onetime-order.ts';
import type { OrderStatus } from './order.ts';
import { type ProductType, productTypes } from './product.ts';
import { countryCodes } from './regions.ts';
import { subscriptionOrderStatuses } from './subscription-order.ts';

export interface OrderFilter {
  /** An id, the merchant's own reference or name of the buyer, or how the buyer's address begins. */
  readonly search?: string | undefined;
  /** Any of them; none: whichever. */
  readonly statuses: readonly OrderStatus[];
  readonly type?: ProductType | undefined;
  readonly productId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  /** Bounds of the total, both included. */
  readonly leastMinor?: number | undefined;
  readonly mostMinor?: number | undefined;
  /** Created then or later, and before that. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly country?: string | undefined;
  readonly oldestFirst: boolean;
}

/** Whether an index has what it asks for, so that it can be asked again every few seconds. */
export const isIndexedFilter = ({ search, currency, country }: OrderFilter): boolean =>
  [search, currency, country].every((value) => value === undefined);

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
    productId: fields.id('product', 'PROD'),
    customerId: fields.uuid('customer'),
    ...fields.amounts(),
    ...fields.days(),
    country: fields.one('country', [...countryCodes]),
    oldestFirst: fields.one('sort', ['oldest']) !== undefined,
  };
  return { filter, query: fields.said.toString() };
}
