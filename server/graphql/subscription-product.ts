/** Subscription products, as they stand in the caller's environment. (commerce-api.md, "Subscription product".) */
import { requireBillingPeriod } from '../domain/product-content.ts';
import { trialDaysOf } from '../domain/trial.ts';
import { countVisibleProducts, listProducts } from '../queries/product-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, IntFilter, readFilter, readId, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
import { ProductInterface, SubscriptionProductObject } from './objects.ts';

SubscriptionProductObject.implement({
  description: 'A subscription product. What only its merchant may see is null for everybody else.',
  interfaces: [ProductInterface],
  fields: (t) => ({
    billingPeriod: t.string({
      description: 'weekly, monthly, quarterly or yearly',
      resolve: ({ version }) => requireBillingPeriod(version),
    }),
    trialDays: t.int({
      description: 'How long a trial is, for those who get one; 0: there is none.',
      resolve: ({ version }) => trialDaysOf(version),
    }),
  }),
});

const SubscriptionProductFilter = builder.inputType('SubscriptionProductFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    name: t.field({ type: StringFilter }),
    status: t.field({ type: StringFilter }),
    versionNumber: t.field({ type: IntFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const SubscriptionProductSort = sortInput('SubscriptionProduct', ['createdAt', 'updatedAt', 'name']);

const readProductFilter = (filter: typeof SubscriptionProductFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'PROD', storeId: 'STO' });

builder.queryFields((t) => ({
  subscriptionProducts: t.field({
    type: [SubscriptionProductObject],
    args: listArguments(SubscriptionProductFilter, SubscriptionProductSort),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter, page] = [
        readStoreId(args.storeId),
        readProductFilter(args.filter),
        readPage('PROD', args),
      ];
      return await listProducts(db, narrowed(await scope(), storeId), 'subscription', { filter, page });
    },
  }),
  subscriptionProductsCount: t.int({
    args: choiceArguments(SubscriptionProductFilter),
    resolve: async (_, args, { db, scope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readProductFilter(args.filter)];
      return await countVisibleProducts(db, narrowed(await scope(), storeId), 'subscription', filter);
    },
  }),
  subscriptionProduct: t.field({
    type: SubscriptionProductObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { loaders }) => {
      const found = await loaders.product.load(readId('PROD', id));
      return found?.product.type === 'subscription' ? found : null;
    },
  }),
}));
