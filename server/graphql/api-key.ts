/** The calling merchant's API keys, without their public halves. */
import {
  type ApiKeyFilter,
  countKeysInScope,
  type KeyOwner,
  type ListedApiKey,
  listKeysInScope,
} from '#server/accounts/data/api-key-lists.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { timeOrNull } from './field-options.ts';
import { DateTimeFilter, filterInput, IdFilter, readFilter, StringFilter } from './filters.ts';
import { pageArguments, readPlainPage } from './listing.ts';

export const ApiKeyObject = builder.objectRef<ListedApiKey>('ApiKey').implement({
  description: 'An API key in the environment of the call.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    nickname: t.exposeString('nickname', { description: 'The merchant’s name for the key.' }),
    environment: t.exposeString('environment', { description: 'test or prod.' }),
    scopes: t.exposeStringList('scopes', {
      description: 'What it may do: read, sell, refund, administer; null: everything.',
      nullable: true,
    }),
    networks: t.exposeStringList('networks', {
      description: 'The networks that it works from, in CIDR notation; null: all.',
      nullable: true,
    }),
    expiresAt: t.expose('expiresAt', timeOrNull('When it stops working; null: never.')),
    recentlyUsed: t.expose('lastUsedAt', timeOrNull('When it was last used, to within a minute; null: never.')),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
  }),
});

const ApiKeyFilterInput = filterInput('ApiKey', { id: IdFilter, nickname: StringFilter, createdAt: DateTimeFilter });

const readKeyFilter = (filter: ApiKeyFilter | null | undefined): ApiKeyFilter => readFilter(filter, { id: 'UUID' });

/** The keys that the caller can see; 403 for callers other than the merchant. */
export const keyOwner = async ({ requireMerchant, merchantsScope }: GraphqlContext): Promise<KeyOwner> => {
  const merchantId = requireMerchant();
  const { environment } = await merchantsScope();
  return { merchantId, environment };
};

const filterArgument = () =>
  builder.args((t) => ({
    filter: t.field({ type: ApiKeyFilterInput, description: 'Only keys that match these conditions.' }),
  }));

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: [ApiKeyObject],
    description: 'A page of your API keys in the environment of the call, newest first.',
    args: { ...filterArgument(), ...pageArguments() },
    resolve: async (_, args, context) => {
      const [filter, page] = [readKeyFilter(args.filter), readPlainPage(args)];
      const owner = await keyOwner(context);
      return await context.read((tx) => listKeysInScope(tx, owner, filter, page));
    },
  }),
  apiKeysCount: t.int({
    description: 'The number of these keys that match the filter.',
    args: filterArgument(),
    resolve: async (_, args, context) => {
      const filter = readKeyFilter(args.filter);
      const owner = await keyOwner(context);
      return await context.read((tx) => countKeysInScope(tx, owner, filter));
    },
  }),
}));
