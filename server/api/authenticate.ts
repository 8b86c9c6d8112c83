/** Identifies the caller by API key, session token or store slug, in that order. (commerce-api.md, "Authentication") */
import { verifySessionToken } from '#server/customers/session-token.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { signingHeaders } from '#server/http/request-body.ts';
import type { ApiKeyCaller, Caller } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { Settings } from '#server/platform/settings.ts';
import { storeDatabase, storefrontDatabase } from '#server/stores/store-databases.ts';
import { findStore, findStoreBySlug } from '#server/stores/stores.ts';
import { authenticateApiKey, type SigningKey } from './api-key.ts';

/** An authenticated caller. An API key is not admitted yet: its access is checked once the call was counted. */
export type Identity =
  | { readonly caller: ApiKeyCaller; readonly key: SigningKey }
  | { readonly caller: Exclude<Caller, ApiKeyCaller>; readonly key?: never };

/**
 * Returns the caller that the headers prove. Throws 400 `Missing authentication` for missing or incomplete headers, 401
 * for a failed proof, 404 for an unknown slug.
 */
export async function authenticate(request: GatewayRequest, settings: Settings, now: Date): Promise<Identity> {
  const environment = readEnvironmentHeader(request);
  if (isSigned(request)) {
    return await authenticateApiKey(request, environment, settings, now);
  }
  const authorization = header(request.headers, 'authorization');
  const slug = header(request.headers, 'x-store-slug');
  if (authorization !== undefined) {
    if (environment === undefined) throw errors.missingAuthentication();
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw errors.invalidToken();
    const claims = await readSessionToken(token, settings, now);
    if (claims.environment !== environment) throw errors.invalidToken();
    return { caller: { kind: 'sessionToken', ...claims } };
  }
  if (!slug || environment === undefined) throw errors.missingAuthentication();
  const store = await findStoreBySlug(await storefrontDatabase(settings, slug.toLowerCase()), slug.toLowerCase());
  if (!store) throw errors.storeNotFound();
  return {
    caller: {
      kind: 'storeSlug',
      merchantId: store.ownerId,
      storeId: store.id,
      store: scopeOfStore(store),
      environment,
    },
  };
}

const isSigned = ({ headers }: GatewayRequest): boolean =>
  signingHeaders.some((name) => header(headers, name) !== undefined);

/** Whether the request carries no proof. {@link authenticate} then accepts a store slug only. */
export const isPublic = (request: GatewayRequest): boolean =>
  !isSigned(request) && header(request.headers, 'authorization') === undefined;

/**
 * Returns a token's claims with the store's current owner; also 401 if the store was deleted since the token was
 * issued.
 */
async function readSessionToken(token: string, settings: Settings, now: Date) {
  const { storeId, buyerIdentity, environment } = await verifySessionToken(token, settings, now);
  const store = await findStore(await storeDatabase(settings, storeId), storeId);
  if (!store || store.deletedAt) throw errors.invalidToken();
  return { merchantId: store.ownerId, storeId, store: scopeOfStore(store), buyerIdentity, environment };
}

/** The X-Environment header; 400 for any value other than `test` or `prod`. */
export function readEnvironmentHeader(request: GatewayRequest): Environment | undefined {
  const environment = header(request.headers, 'x-environment');
  if (environment === undefined) return undefined;
  if (!isEnvironment(environment)) throw errors.invalidEnvironmentHeader();
  return environment;
}
