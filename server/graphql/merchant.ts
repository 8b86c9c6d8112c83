/** The calling merchant. */

import { listKeysInScope } from '#server/accounts/data/api-key-lists.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { listMembersOfStores } from '#server/stores/data/member-lists.ts';
import { ApiKeyObject, keyOwner } from './api-key.ts';
import { builder } from './builder.ts';
import { shortId } from './field-options.ts';
import { readId } from './filters.ts';
import { pageArguments, readPlainPage } from './listing.ts';
import { MerchantObject } from './objects.ts';
import { StoreMerchantObject } from './store-merchant.ts';

MerchantObject.implement({
  description: 'The account that the stores belong to.',
  fields: (t) => ({
    id: t.id(shortId('MER', 'id', '`MER_xxx`, as in `X-Merchant-Id`.')),
    name: t.exposeString('name', { description: 'The account’s display name.' }),
    email: t.exposeString('email', { description: 'The address used to sign in.' }),
    status: t.string({
      description: 'active, or suspended by an operator.',
      resolve: ({ suspendedAt }) => (suspendedAt === null ? 'active' : 'suspended'),
    }),
    storeMerchants: t.field({
      description: 'Its memberships of stores, newest first.',
      type: [StoreMerchantObject],
      args: pageArguments(),
      resolve: async ({ id }, args, { read, merchantsScope }) => {
        const page = readPlainPage(args);
        const allowed = await merchantsScope();
        return await read((tx) => listMembersOfStores(tx, allowed, { merchantId: { eq: id } }, page));
      },
    }),
    apiKeys: t.field({
      description: 'Its API keys in the environment of the call, newest first.',
      type: [ApiKeyObject],
      args: pageArguments(),
      resolve: async (_, args, context) => {
        const page = readPlainPage(args);
        const scope = await keyOwner(context);
        return await context.read((tx) => listKeysInScope(tx, scope, {}, page));
      },
    }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  merchant: t.field({
    type: MerchantObject,
    nullable: true,
    description: 'The calling merchant.',
    args: { id: t.arg.id({ description: '`MER_xxx` or the bare UUID; null for another merchant’s.' }) },
    resolve: async (_, args, { read, requireMerchant }) => {
      const id = requireMerchant();
      if (args.id !== null && args.id !== undefined && readId('MER', args.id) !== id) return null;
      return (await read((tx) => findMerchant(tx, id))) ?? null;
    },
  }),
}));
