/** One-time orders. */
import { countOrders, listOrders } from '#server/billing/orders/data/order-lists.ts';
import { builder } from './builder.ts';
import { DateTimeFilter, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OnetimeOrderObject, OnetimeProductObject, OrderInterface } from './objects.ts';

OnetimeOrderObject.implement({
  description:
    'A one-time order: `pending`, `completed`, `canceled` or `expired`. Amounts are display strings: "29.00", "4500".',
  interfaces: [OrderInterface],
  fields: (t) => ({
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    product: t.field({
      type: OnetimeProductObject,
      nullable: true,
      description: 'The product in the version that the order locked.',
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
  }),
});

const OnetimeOrderFilter = builder.inputType('OnetimeOrderFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    status: t.field({ type: StringFilter }),
    buyerEmail: t.field({ type: StringFilter }),
    buyerIdentity: t.field({ type: StringFilter }),
    currency: t.field({ type: StringFilter }),
    productId: t.field({ type: IdFilter }),
    checkoutSessionId: t.field({ type: IdFilter }),
    merchantExternalId: t.field({ type: StringFilter }),
    completedAt: t.field({ type: DateTimeFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

addListFields({
  list: 'onetimeOrders',
  type: OnetimeOrderObject,
  filter: OnetimeOrderFilter,
  sort: sortInput('OnetimeOrder', ['createdAt', 'updatedAt']),
  ids: { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' },
  scope: ({ buyersScope }) => buyersScope(),
  rows: (tx, scope, listing) => listOrders(tx, scope, 'onetime', listing),
  count: (tx, scope, filter) => countOrders(tx, scope, 'onetime', filter),
  single: {
    name: 'onetimeOrder',
    find: async (id, { loaders }) => {
      const order = await loaders.order.load(id);
      return order?.productType === 'onetime' ? order : null;
    },
  },
});
