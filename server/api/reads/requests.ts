/** GET /v1/requests: a store's request log in the key's environment, as on the dashboard. (docs/behavior/api.md) */
import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shortId, uuid } from '#server/domain/fields.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { merchantReader } from '#server/platform/reader.ts';
import { findMemberStore } from '#server/stores/stores.ts';
import { listRequests, type RequestLogEntry } from '../data/request-log.ts';
import { queryInteger, readQuery, type SignedRead } from './signed-read.ts';

export const requestsPath = '/v1/requests';

const querySchema = z.object({
  storeId: shortId('STO'),
  before: uuid().optional(),
  limit: queryInteger('limit', { min: 1, max: 100 }).default(50),
});

/**
 * The calls of the store, newest first, without bodies. The store's owner also gets calls that concern no store. Throws 404
 * `Store not found`.
 */
export async function readRequests({ caller, query, settings }: SignedRead): Promise<object> {
  const { storeId, before, limit } = readQuery(querySchema, query);
  const db = await merchantReader(settings, caller.merchantId);
  const store = await findMemberStore(db, caller.merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  const ownerId = store.role === 'owner' ? caller.merchantId : undefined;
  const scope = { ...scopeOfStore(store), environment: caller.environment, ownerId, now: readClock() };
  const rows = await listRequests(db, scope, {}, { limit, after: before });
  return { requests: rows.map(requestObject) };
}

const requestObject = ({ createdAt, merchantId: _merchant, storeId: _store, ...shown }: RequestLogEntry): object => ({
  ...shown,
  createdAt: createdAt.toISOString(),
});
