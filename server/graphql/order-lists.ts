/** The lists of one-time orders, of subscriptions, and of both. */
import { countOrders, listAllOrders, listOrders } from '#server/billing/orders/data/order-lists.ts';
import type { OrderOf } from '#server/billing/orders/rules/order.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { builder } from './builder.ts';
import {
  BooleanFilter,
  type ColumnFilter,
  DateTimeFilter,
  filterInput,
  IdFilter,
  IntFilter,
  StringFilter,
} from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OnetimeOrderObject, OrderInterface, SubscriptionOrderObject } from './objects.ts';
import { orderOfType } from './payment-parts.ts';

type OrderFilters = Partial<Record<keyof Parameters<typeof countOrders>[3], ColumnFilter>>;

const ids = { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' } as const;

const sharedFilters = {
  id: IdFilter,
  storeId: IdFilter,
  status: StringFilter,
  buyerEmail: StringFilter,
  buyerIdentity: StringFilter,
  currency: StringFilter,
  productId: IdFilter,
  checkoutSessionId: IdFilter,
  merchantExternalId: StringFilter,
  orderMerchantExternalId: StringFilter,
  totalAmount: IntFilter,
  testMode: BooleanFilter,
  expiresAt: DateTimeFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
};

/** Adds the list of orders of one type, with its own filters. */
function addOrderList<Type extends ProductType>(
  productType: Type,
  noun: string,
  type: ReturnType<typeof builder.objectRef<OrderOf<Type>>>,
  own: OrderFilters,
) {
  addListFields({
    list: `${productType}Orders`,
    type,
    filter: filterInput(noun, { ...sharedFilters, ...own }),
    sort: sortInput(noun, ['createdAt', 'updatedAt']),
    ids,
    scope: ({ buyersScope }) => buyersScope(),
    rows: (tx, scope, listing) => listOrders(tx, scope, productType, listing),
    count: (tx, scope, filter) => countOrders(tx, scope, productType, filter),
    single: {
      name: `${productType}Order`,
      find: (id, { loaders }) => orderOfType(loaders, id, productType),
    },
  });
}

addOrderList('onetime', 'OnetimeOrder', OnetimeOrderObject, { completedAt: DateTimeFilter });
addOrderList('subscription', 'SubscriptionOrder', SubscriptionOrderObject, {
  billingPeriod: StringFilter,
  trialEndsAt: DateTimeFilter,
  currentPeriodEnd: DateTimeFilter,
  canceledAt: DateTimeFilter,
});

addListFields({
  list: 'orders',
  type: OrderInterface,
  filter: filterInput('Order', sharedFilters),
  sort: sortInput('Order', ['createdAt', 'updatedAt']),
  ids,
  scope: ({ buyersScope }) => buyersScope(),
  rows: listAllOrders,
  count: (tx, scope, filter) => countOrders(tx, scope, undefined, filter),
});
