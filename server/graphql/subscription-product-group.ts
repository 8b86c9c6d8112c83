/** Subscription product groups, for the merchant only. (commerce-api.md, "Subscription product group".) */

import { countGroups, listGroups } from '#server/catalog/data/group-lists.ts';
import { type GroupRules, maxGroupMembers } from '#server/catalog/rules/group.ts';
import { toShortId } from '#server/domain/ids.ts';
import { builder } from './builder.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { SubscriptionProductGroupObject, SubscriptionProductObject } from './objects.ts';

const GroupRulesObject = builder.objectRef<GroupRules>('SubscriptionProductGroupRules').implement({
  fields: (t) => ({
    sharedTrial: t.exposeBoolean('sharedTrial'),
    selfServicePlanChange: t.exposeBoolean('selfServicePlanChange'),
  }),
});

SubscriptionProductGroupObject.implement({
  description: 'Plans that belong together, in one environment.',
  fields: (t) => ({
    id: t.exposeID('id'),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    name: t.exposeString('name'),
    description: t.string({
      description: 'An empty string where there is none.',
      extensions: { kib: 10 },
      resolve: ({ description }) => description ?? '',
    }),
    rules: t.expose('rules', { type: GroupRulesObject }),
    productIds: t.idList({
      description: 'In the order in which they are shown.',
      resolve: async ({ id }, _, { loaders }) =>
        (await loaders.membersOfGroup.load(id)).map(({ productId }) => toShortId('PROD', productId)),
    }),
    products: t.field({
      type: [SubscriptionProductObject],
      description: 'The same products as they stand in the group’s environment.',
      extensions: { longest: maxGroupMembers },
      resolve: async ({ id }, _, { loaders }) => {
        const members = await loaders.membersOfGroup.load(id);
        const found = await Promise.all(members.map(({ productId }) => loaders.product.load(productId)));
        return found.filter((product) => product !== null);
      },
    }),
    environment: t.exposeString('environment', { description: 'test or prod' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const GroupFilter = filterInput('SubscriptionProductGroup', {
  id: IdFilter,
  storeId: IdFilter,
  name: StringFilter,
  createdAt: DateTimeFilter,
});

addListFields({
  list: 'subscriptionProductGroups',
  type: SubscriptionProductGroupObject,
  filter: GroupFilter,
  sort: sortInput('SubscriptionProductGroup', ['createdAt', 'updatedAt', 'name']),
  ids: { id: 'UUID', storeId: 'STO' },
  scope: ({ merchantsScope }) => merchantsScope(),
  rows: listGroups,
  count: countGroups,
});
