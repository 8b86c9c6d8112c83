/** Subscription products, as they stand in the caller's environment. (commerce-api.md, "Subscription product".) */

import { trialDaysOf } from '#server/billing/subscriptions/rules/trial.ts';
import { countVisibleProducts, listProducts } from '#server/catalog/data/product-lists.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { builder } from './builder.ts';
import { DateTimeFilter, IdFilter, IntFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
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

addListFields({
  list: 'subscriptionProducts',
  type: SubscriptionProductObject,
  filter: SubscriptionProductFilter,
  sort: sortInput('SubscriptionProduct', ['createdAt', 'updatedAt', 'name']),
  ids: { id: 'PROD', storeId: 'STO' },
  scope: ({ scope }) => scope(),
  rows: (tx, scope, listing) => listProducts(tx, scope, 'subscription', listing),
  count: (tx, scope, filter) => countVisibleProducts(tx, scope, 'subscription', filter),
  single: {
    name: 'subscriptionProduct',
    find: async (id, { loaders }) => {
      const found = await loaders.product.load(id);
      return found?.product.type === 'subscription' ? found : null;
    },
  },
});
