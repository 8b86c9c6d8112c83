/** Who calls: an API key, a session token or a store slug, in that order. (commerce-api.md, "Authentication".) */
import type { Database } from '#db/client.ts';
import { verifySessionToken } from '#server/customers/session-token.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { signingHeaders } from '#server/http/request-body.ts';
import type { Caller } from '#server/platform/action.ts';
import type { Settings } from '#server/platform/settings.ts';
import { findStore, findStoreBySlug } from '#server/stores/stores.ts';
import { authenticateApiKey } from './api-key.ts';

/**
 * The caller that the request's headers prove. 400 `Missing authentication` where they name nobody or are incomplete,
 * 401 where the proof fails, 404 for a slug that no store has.
 */
export async function authenticate(
  db: Database,
  request: GatewayRequest,
  settings: Settings,
  now: Date,
): Promise<Caller> {
  const environment = readEnvironmentHeader(request);
  if (isSigned(request)) {
    return await authenticateApiKey(db, request, environment, settings, now);
  }
  const authorization = header(request.headers, 'authorization');
  const slug = header(request.headers, 'x-store-slug');
  if (authorization !== undefined) {
    if (environment === undefined) throw errors.missingAuthentication();
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw errors.invalidToken();
    const claims = await readSessionToken(db, token, settings, now);
    if (claims.environment !== environment) throw errors.invalidToken();
    return { kind: 'sessionToken', ...claims };
  }
  if (!slug || environment === undefined) throw errors.missingAuthentication();
  const store = await findStoreBySlug(db, slug.toLowerCase());
  if (!store) throw errors.storeNotFound();
  return { kind: 'storeSlug', merchantId: store.ownerId, storeId: store.id, environment };
}

const isSigned = ({ headers }: GatewayRequest): boolean =>
  signingHeaders.some((name) => header(headers, name) !== undefined);

/** Whether it proves nothing: {@link authenticate} takes it for a call that names a store, if for any. */
export const isPublic = (request: GatewayRequest): boolean =>
  !isSigned(request) && header(request.headers, 'authorization') === undefined;

/** What a token says, with the store's owner as of now; 401 as well where the store was deleted since it was issued. */
async function readSessionToken(db: Database, token: string, settings: Settings, now: Date) {
  const { storeId, buyerIdentity, environment } = await verifySessionToken(token, settings, now);
  const store = await findStore(db, storeId);
  if (!store || store.deletedAt) throw errors.invalidToken();
  return { merchantId: store.ownerId, storeId, buyerIdentity, environment };
}

/** The header X-Environment; 400 when it is there and says anything but `test` or `prod`. */
export function readEnvironmentHeader(request: GatewayRequest): Environment | undefined {
  const given = header(request.headers, 'x-environment');
  if (given === undefined) return undefined;
  if (!isEnvironment(given)) throw errors.invalidEnvironmentHeader();
  return given;
}
