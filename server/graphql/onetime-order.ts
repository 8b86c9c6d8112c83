/** One-time orders. */
import { countOrders, listOrders } from '../queries/order-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, readFilter, readId, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
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

const OnetimeOrderSort = sortInput('OnetimeOrder', ['createdAt', 'updatedAt']);

const readOrderFilter = (filter: typeof OnetimeOrderFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' });

builder.queryFields((t) => ({
  onetimeOrders: t.field({
    type: [OnetimeOrderObject],
    args: listArguments(OnetimeOrderFilter, OnetimeOrderSort),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readOrderFilter(args.filter), readPage('ORD', args)];
      return await listOrders(db, narrowed(await buyersScope(), storeId), 'onetime', { filter, page });
    },
  }),
  onetimeOrdersCount: t.int({
    args: choiceArguments(OnetimeOrderFilter),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readOrderFilter(args.filter)];
      return await countOrders(db, narrowed(await buyersScope(), storeId), 'onetime', filter);
    },
  }),
  onetimeOrder: t.field({
    type: OnetimeOrderObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { loaders }) => {
      const order = await loaders.order.load(readId('ORD', id));
      return order?.productType === 'onetime' ? order : null;
    },
  }),
}));
