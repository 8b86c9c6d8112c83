/** An account's API keys for GraphQL lists. */
import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type Filter, matching } from '#server/platform/data/listing.ts';

/** A key without its public half. */
export type ListedApiKey = Pick<
  typeof apiKeys.$inferSelect,
  'id' | 'nickname' | 'environment' | 'scopes' | 'networks' | 'expiresAt' | 'lastUsedAt' | 'createdAt'
>;

/** The account and the environment whose keys are visible. */
export interface KeyOwner {
  readonly merchantId: string;
  readonly environment: Environment;
}

const { id, nickname, environment, scopes, networks, expiresAt, lastUsedAt, createdAt } = apiKeys;
const columns = { id, nickname, environment, scopes, networks, expiresAt, lastUsedAt, createdAt };

export type ApiKeyFilter = Filter<'id' | 'nickname' | 'createdAt'>;

const isChosen = (scope: KeyOwner, filter: ApiKeyFilter) =>
  and(
    eq(apiKeys.merchantId, scope.merchantId),
    eq(environment, scope.environment),
    matching({ id, nickname, createdAt }, filter),
  );

/** One page of the keys in scope, newest first. */
export const listKeysInScope = (
  tx: Tx,
  scope: KeyOwner,
  filter: ApiKeyFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedApiKey[]> =>
  tx
    .select(columns)
    .from(apiKeys)
    .where(isChosen(scope, filter))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);

/** The number of keys in scope that match the filter. */
export async function countKeysInScope(tx: Tx, scope: KeyOwner, filter: ApiKeyFilter): Promise<number> {
  const [row] = await tx.select({ rows: count() }).from(apiKeys).where(isChosen(scope, filter));
  return row?.rows ?? 0;
}
