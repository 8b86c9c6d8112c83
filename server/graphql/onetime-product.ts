/** One-time products, as they stand in the caller's environment. (commerce-api.md, "One-time product".) */
import { countVisibleProducts, listProducts } from '../queries/product-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, IntFilter, readFilter, readId, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
import { OnetimeProductObject, ProductInterface } from './objects.ts';

OnetimeProductObject.implement({
  description: 'A one-time product. What only its merchant may see is null for everybody else.',
  interfaces: [ProductInterface],
});

const OnetimeProductFilter = builder.inputType('OnetimeProductFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    name: t.field({ type: StringFilter }),
    status: t.field({ type: StringFilter }),
    versionNumber: t.field({ type: IntFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const OnetimeProductSort = sortInput('OnetimeProduct', ['createdAt', 'updatedAt', 'name']);

const readProductFilter = (filter: typeof OnetimeProductFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'PROD', storeId: 'STO' });

builder.queryFields((t) => ({
  onetimeProducts: t.field({
    type: [OnetimeProductObject],
    args: listArguments(OnetimeProductFilter, OnetimeProductSort),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter, page] = [
        readStoreId(args.storeId),
        readProductFilter(args.filter),
        readPage('PROD', args),
      ];
      return await listProducts(db, narrowed(await scope(), storeId), 'onetime', { filter, page });
    },
  }),
  onetimeProductsCount: t.int({
    args: choiceArguments(OnetimeProductFilter),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readProductFilter(args.filter)];
      return await countVisibleProducts(db, narrowed(await scope(), storeId), 'onetime', filter);
    },
  }),
  onetimeProduct: t.field({
    type: OnetimeProductObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { loaders }) => {
      const found = await loaders.product.load(readId('PROD', id));
      return found?.product.type === 'onetime' ? found : null;
    },
  }),
}));
