/** The members of stores, for the merchant only. */

import {
  countMembersOfStores,
  listMembersOfStores,
  type MemberFilter,
  type StoreMember,
} from '#server/stores/data/member-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { shortId } from './field-options.ts';
import { DateTimeFilter, filterInput, IdFilter, readFilter, StringFilter } from './filters.ts';
import { choiceArguments, pageArguments, readPlainPage, readStoreId } from './listing.ts';
import { StoreObject } from './objects.ts';

export const StoreMerchantObject = builder.objectRef<StoreMember>('StoreMerchant').implement({
  description: 'An account’s membership of a store.',
  fields: (t) => ({
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    merchantId: t.id(shortId('MER', 'merchantId', 'The account, `MER_xxx`.')),
    name: t.exposeString('name', { description: 'The account’s display name.' }),
    email: t.exposeString('email', { description: 'The address used to sign in.' }),
    role: t.exposeString('role', { description: 'owner, admin or member.' }),
    createdAt: t.expose('createdAt', { description: 'When the account became a member.', type: 'DateTime' }),
    store: t.field({
      description: 'The store; null if it was deleted meanwhile.',
      type: StoreObject,
      nullable: true,
      resolve: ({ storeId }, _, { loaders }) => loaders.store.load(storeId),
    }),
  }),
});

const StoreMerchantFilter = filterInput('StoreMerchant', {
  storeId: IdFilter,
  merchantId: IdFilter,
  name: StringFilter,
  email: StringFilter,
  role: StringFilter,
  createdAt: DateTimeFilter,
});

const ids = { storeId: 'STO', merchantId: 'MER' } as const;

const readMemberFilter = (filter: MemberFilter | null | undefined): MemberFilter => readFilter(filter, ids);

builder.queryFields((t) => ({
  storeMerchants: t.field({
    type: [StoreMerchantObject],
    description: 'A page of the members of your stores, newest first.',
    args: { ...choiceArguments(StoreMerchantFilter), ...pageArguments() },
    resolve: async (_, args, { merchantsScope, read }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readMemberFilter(args.filter), readPlainPage(args)];
      const allowed = narrowed(await merchantsScope(), storeId);
      return await read((tx) => listMembersOfStores(tx, allowed, filter, page));
    },
  }),
  storeMerchantsCount: t.int({
    description: 'The number of memberships that match the filter.',
    args: choiceArguments(StoreMerchantFilter),
    resolve: async (_, args, { merchantsScope, read }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readMemberFilter(args.filter)];
      const allowed = narrowed(await merchantsScope(), storeId);
      return await read((tx) => countMembersOfStores(tx, allowed, filter));
    },
  }),
}));
