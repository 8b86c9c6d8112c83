/** Subscription product groups, for the merchant only. (commerce-api.md, "Subscription product group") */

import { countGroups, listGroups } from '#server/catalog/data/group-lists.ts';
import { type GroupRules, maxGroupMembers } from '#server/catalog/rules/group.ts';
import { toShortId } from '#server/domain/ids.ts';
import { builder } from './builder.ts';
import { shortId } from './field-options.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { SubscriptionProductGroupObject, SubscriptionProductObject } from './objects.ts';

const GroupRulesObject = builder.objectRef<GroupRules>('SubscriptionProductGroupRules').implement({
  description: 'The rules of a group.',
  fields: (t) => ({
    sharedTrial: t.exposeBoolean('sharedTrial', {
      description: 'Whether a buyer gets one trial for all products of the group.',
    }),
    selfServicePlanChange: t.exposeBoolean('selfServicePlanChange', {
      description: 'Whether buyers may switch between the products themselves.',
    }),
  }),
});

SubscriptionProductGroupObject.implement({
  description: 'Related subscription products in one environment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    name: t.exposeString('name', { description: '1 to 64 characters, unique per store and environment.' }),
    description: t.string({
      description: 'Empty if there is none.',
      extensions: { kib: 10 },
      resolve: ({ description }) => description ?? '',
    }),
    rules: t.expose('rules', { description: 'Rules for buyers of the group’s products.', type: GroupRulesObject }),
    productIds: t.idList({
      description: 'The products, `PROD_xxx`, in display order.',
      resolve: async ({ id }, _, { loaders }) =>
        (await loaders.membersOfGroup.load(id)).map(({ productId }) => toShortId('PROD', productId)),
    }),
    products: t.field({
      description: 'The same products in the group’s environment.',
      type: [SubscriptionProductObject],
      extensions: { maxLength: maxGroupMembers },
      resolve: async ({ id }, _, { loaders }) => {
        const members = await loaders.membersOfGroup.load(id);
        const found = await Promise.all(members.map(({ productId }) => loaders.product.load(productId)));
        return found.filter((product) => product !== null);
      },
    }),
    environment: t.exposeString('environment', { description: 'test or prod.' }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
  }),
});

const GroupFilter = filterInput('SubscriptionProductGroup', {
  id: IdFilter,
  storeId: IdFilter,
  name: StringFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
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
