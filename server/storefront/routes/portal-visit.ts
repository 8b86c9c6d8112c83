/** The start of every portal request: the store, the visitor and their language. */
import type { Database } from '#db/client.ts';
import type { BuyerScope } from '#server/billing/orders/data/buyer-orders.ts';
import { portalAddress, portalPathOf } from '#server/customers/rules/portal-address.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { type Voice, voiceFor } from '#server/i18n/say.ts';
import type { SessionTokenCaller } from '#server/platform/action.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { storefrontDatabase } from '#server/stores/store-databases.ts';
import { findStoreBySlug, type Store } from '#server/stores/stores.ts';
import { continueVisit, type Visit } from '../portal/visit.ts';
import { type Buyer, readBuyer, readingOf } from '../rendering/buyer.ts';

const cookieName = 'counterfoil_portal';

/** A visitor of a store's portal. */
export interface Visitor {
  readonly db: Database;
  readonly settings: Settings;
  /** Real time, for the expiry of sessions and links. */
  readonly now: Date;
  /** The store's time in the shown environment, for its orders. */
  readonly storeNow: Date;
  readonly store: Store;
  readonly buyer: Buyer;
  readonly voice: Voice;
  /** The environment in the URL; default: prod. */
  readonly environment: Environment;
  /** The cookie's content, valid or not. */
  readonly secret: string | undefined;
  /** Undefined when signed out, or signed in to the other environment. */
  readonly visit: Visit | undefined;
}

/** Undefined if no store has the slug. */
export async function readVisitor(request: GatewayRequest, slug: string): Promise<Visitor | undefined> {
  const settings = readSettings();
  const db = await storefrontDatabase(settings, slug);
  const now = readClock();
  const store = await findStoreBySlug(db, slug);
  if (!store || store.deletedAt) return undefined;
  const buyer = readBuyer(request);
  const secret = readCookies(header(request.headers, 'cookie')).get(cookieName);
  const named = new URL(request.url, 'http://page').searchParams.get('environment');
  const visit = await continueVisit(db, store, secret, now);
  const isElsewhere = named !== null && visit !== undefined && visit.environment !== named;
  const environment = named !== null && isEnvironment(named) ? named : 'prod';
  return {
    db,
    settings,
    now,
    storeNow: storeTime(store, isElsewhere ? environment : (visit?.environment ?? environment), now),
    store,
    buyer,
    voice: voiceFor(readingOf(buyer, null)),
    environment,
    secret,
    visit: isElsewhere ? undefined : visit,
  };
}

/** The buyer scope of a session. */
export const scopeOf = ({ store }: Visitor, visit: Visit): BuyerScope & { readonly storeSlug: string } => ({
  ...scopeOfStore(store),
  storeSlug: store.slug,
  environment: visit.environment,
  buyerIdentity: visit.buyerIdentity,
});

/** A visitor calls actions like a customer with a session token, with the same rules. */
export const callerOf = ({ store }: Visitor, visit: Visit): SessionTokenCaller => ({
  kind: 'sessionToken',
  merchantId: store.ownerId,
  storeId: store.id,
  store: scopeOfStore(store),
  buyerIdentity: visit.buyerIdentity,
  environment: visit.environment,
});

/** A portal URL in the environment of a session. */
export const addressFor = (
  { store }: Visitor,
  { environment }: Visit,
  path = '',
  query: Readonly<Record<string, string>> = {},
): string => portalAddress(store, environment, path, query);

/** The session cookie; without a secret, the one that deletes it. */
export function visitCookie({ store, settings }: Visitor, secret: string | undefined): string {
  const secure = settings.checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const end = secret === undefined ? '; Max-Age=0' : '';
  return `${cookieName}=${secret ?? ''}; Path=${portalPathOf(store)}; HttpOnly; SameSite=Lax${secure}${end}`;
}
