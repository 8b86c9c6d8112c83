/** Subscription product groups, for the merchant only. (commerce-api.md, "Subscription product group".) */
import { type GroupRules, mostGroupMembers } from '../domain/group.ts';
import { toShortId } from '../domain/ids.ts';
import { countGroups, listGroups } from '../queries/group-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, readFilter, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
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
      extensions: { longest: mostGroupMembers },
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

const GroupFilter = builder.inputType('SubscriptionProductGroupFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    name: t.field({ type: StringFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

const GroupSort = sortInput('SubscriptionProductGroup', ['createdAt', 'updatedAt', 'name']);

const readGroupFilter = (filter: typeof GroupFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'UUID', storeId: 'STO' });

builder.queryFields((t) => ({
  subscriptionProductGroups: t.field({
    type: [SubscriptionProductGroupObject],
    args: listArguments(GroupFilter, GroupSort),
    resolve: async (_, args, { db, merchantsScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readGroupFilter(args.filter), readPage('UUID', args)];
      return await listGroups(db, narrowed(await merchantsScope(), storeId), { filter, page });
    },
  }),
  subscriptionProductGroupsCount: t.int({
    args: choiceArguments(GroupFilter),
    resolve: async (_, args, { db, merchantsScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readGroupFilter(args.filter)];
      return await countGroups(db, narrowed(await merchantsScope(), storeId), filter);
    },
  }),
}));
