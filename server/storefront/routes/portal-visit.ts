/** What every answer of the portal begins with: which store, who is visiting, and how they read. */
import { type Database, database } from '#db/client.ts';
import type { BuyerScope } from '#server/billing/orders/data/buyer-orders.ts';
import { portalAddress, portalPathOf } from '#server/customers/rules/portal-address.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { type Voice, voiceFor } from '#server/i18n/say.ts';
import type { SessionTokenCaller } from '#server/platform/action.ts';
import { readClock } from '#server/platform/clock.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { findStoreBySlug, type Store } from '#server/stores/stores.ts';
import { continueVisit, type Visit } from '../portal/visit.ts';
import { type Buyer, readBuyer, readingOf } from '../rendering/buyer.ts';

const cookieName = 'counterfoil_portal';

/** Somebody at the portal of a store. */
export interface Visitor {
  readonly db: Database;
  readonly settings: Settings;
  /** Real time: how long a visit and its links last. */
  readonly now: Date;
  /** What time it is in the store, in the environment that is shown: what its orders go by. */
  readonly storeNow: Date;
  readonly store: Store;
  readonly buyer: Buyer;
  readonly voice: Voice;
  /** The environment that the address names; prod where it names none. */
  readonly environment: Environment;
  /** What the cookie says, whether or not it still opens anything. */
  readonly secret: string | undefined;
  /** Undefined for a stranger, also where the address names an environment in which the visitor is not signed in. */
  readonly visit: Visit | undefined;
}

/** Undefined where no store has that slug. */
export async function readVisitor(request: GatewayRequest, slug: string): Promise<Visitor | undefined> {
  const settings = readSettings();
  const { db } = database(settings);
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

/** Whose orders exist for a visit. */
export const scopeOf = ({ store }: Visitor, visit: Visit): BuyerScope & { readonly storeSlug: string } => ({
  storeId: store.id,
  storeSlug: store.slug,
  environment: visit.environment,
  buyerIdentity: visit.buyerIdentity,
});

/** A visitor calls as a customer with a session token does: the same actions, the same rules. */
export const callerOf = ({ store }: Visitor, visit: Visit): SessionTokenCaller => ({
  kind: 'sessionToken',
  merchantId: store.ownerId,
  storeId: store.id,
  buyerIdentity: visit.buyerIdentity,
  environment: visit.environment,
});

/** An address of the portal, in the environment of a visit. */
export const addressFor = (
  { store }: Visitor,
  { environment }: Visit,
  path = '',
  query: Readonly<Record<string, string>> = {},
): string => portalAddress(store, environment, path, query);

/** The cookie that lets a browser in; without a secret, the one that takes it back. */
export function visitCookie({ store, settings }: Visitor, secret: string | undefined): string {
  const secure = settings.checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const end = secret === undefined ? '; Max-Age=0' : '';
  return `${cookieName}=${secret ?? ''}; Path=${portalPathOf(store)}; HttpOnly; SameSite=Lax${secure}${end}`;
}
