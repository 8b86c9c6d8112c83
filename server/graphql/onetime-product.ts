/** One-time products, as they stand in the caller's environment. (commerce-api.md, "One-time product".) */
import { countVisibleProducts, listProducts } from '#server/catalog/data/product-lists.ts';
import { builder } from './builder.ts';
import { DateTimeFilter, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
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

addListFields({
  list: 'onetimeProducts',
  type: OnetimeProductObject,
  filter: OnetimeProductFilter,
  sort: sortInput('OnetimeProduct', ['createdAt', 'updatedAt', 'name']),
  ids: { id: 'PROD', storeId: 'STO' },
  scope: ({ scope }) => scope(),
  rows: (tx, scope, listing) => listProducts(tx, scope, 'onetime', listing),
  count: (tx, scope, filter) => countVisibleProducts(tx, scope, 'onetime', filter),
  single: {
    name: 'onetimeProduct',
    find: async (id, { loaders }) => {
      const found = await loaders.product.load(id);
      return found?.product.type === 'onetime' ? found : null;
    },
  },
});
