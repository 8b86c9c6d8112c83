/**
 * Visitors with a recovery link. Its token is in the URL's fragment, which no server and no log sees. The page
 * exchanges it for a cookie of that one order's page.
 */

import { recoveryVisitSeconds } from '#server/billing/subscriptions/rules/dunning.ts';
import { type RecoveryLink, readRecoveryLink } from '#server/customers/recovery-link.ts';
import { portalAddress, portalPathOf } from '#server/customers/rules/portal-address.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { findRecoveryOrder } from '../portal/recovery-view.ts';
import { readingOf } from '../rendering/buyer.ts';
import { type CardVisit, cardVisitAt } from './portal-card-visit.ts';
import type { Visitor } from './portal-visit.ts';

const cookieName = 'counterfoil_fix';

/** A visitor with a valid link for an existing order. The page has the order's language unless they chose one. */
export interface RecoveryVisit extends CardVisit {
  readonly link: RecoveryLink;
}

/** The result of a token: a visit, an expired link, or nothing. */
export type Opened = RecoveryVisit | OverLink | undefined;

interface OverLink {
  readonly over: 'expired';
  readonly link: RecoveryLink;
}

/** The URL of a link's page, which only contains the order. */
const recoveryAddress = ({ store }: Visitor, { orderId, environment }: RecoveryLink) =>
  portalAddress(store, environment, `/fix/${toShortId('ORD', orderId)}`);

/** Reads a token from an email or a cookie. */
export async function openRecovery(visitor: Visitor, token: string): Promise<Opened> {
  const { store, settings, db } = visitor;
  const timeIn = (environment: Environment) => storeTime(store, environment, visitor.now);
  const link = await readRecoveryLink(token, timeIn, settings);
  if (link?.storeId !== store.id) return undefined;
  if (link.isExpired) return { over: 'expired', link };
  const found = await findRecoveryOrder(db, scopeOfStore(store), link);
  if (!found) return undefined;
  const voice = voiceFor(readingOf(visitor.buyer, found.order.language));
  const { environment } = link;
  // Independent of any signed-in customer.
  const holder = { ...visitor, visit: undefined, voice, environment, storeNow: timeIn(environment) };
  return { ...cardVisitAt(holder, found, recoveryAddress(visitor, link)), link };
}

/** The visit of a browser's cookie for that order's page. */
export async function continueRecovery(
  visitor: Visitor,
  { headers }: GatewayRequest,
  orderId: string,
): Promise<Opened> {
  const token = readCookies(header(headers, 'cookie')).get(cookieName);
  const opened = token === undefined ? undefined : await openRecovery(visitor, token);
  return opened?.link.orderId === fromShortId('ORD', orderId) ? opened : undefined;
}

/** Sets the cookie for the link's page only. */
export function recoveryCookie({ visitor: { store, settings }, link }: RecoveryVisit, token: string): string {
  const secure = settings.checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const path = `${portalPathOf(store)}/fix/${toShortId('ORD', link.orderId)}`;
  return `${cookieName}=${token}; Path=${path}; Max-Age=${recoveryVisitSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
