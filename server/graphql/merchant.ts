/** The calling merchant. */

import { findMerchant } from '#server/accounts/data/merchants.ts';
import { toShortId } from '#server/domain/ids.ts';
import { builder } from './builder.ts';
import { MerchantObject } from './objects.ts';

MerchantObject.implement({
  description: 'The account that the stores belong to.',
  fields: (t) => ({
    id: t.id({ description: '`MER_xxx`, as in `X-Merchant-Id`.', resolve: ({ id }) => toShortId('MER', id) }),
    name: t.exposeString('name', { description: 'The account’s display name.' }),
    email: t.exposeString('email', { description: 'The address used to sign in.' }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  merchant: t.field({
    type: MerchantObject,
    nullable: true,
    description: 'The calling merchant.',
    resolve: async (_, __, { read, requireMerchant }) => {
      const id = requireMerchant();
      return (await read((tx) => findMerchant(tx, id))) ?? null;
    },
  }),
}));
