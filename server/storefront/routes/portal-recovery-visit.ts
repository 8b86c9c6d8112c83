/**
 * Who comes by the link of a payment that failed. Its token travels where no server and no log sees it, behind the `#` of
 * the address; its page hands it in, and from then on it is kept in a cookie of that one order's page.
 */

import { recoveryVisitSeconds } from '#server/billing/subscriptions/rules/dunning.ts';
import { type RecoveryLink, readRecoveryLink } from '#server/customers/recovery-link.ts';
import { portalAddress, portalPathOf } from '#server/customers/rules/portal-address.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { findFixOrder } from '../portal/recovery-view.ts';
import { readingOf } from '../rendering/buyer.ts';
import { type CardVisit, cardVisitAt } from './portal-card-visit.ts';
import type { Visitor } from './portal-visit.ts';

const cookieName = 'counterfoil_fix';

/** Somebody who holds a link that is good, for an order that there is. They read in its language, unless they chose one. */
export interface FixVisit extends CardVisit {
  readonly link: RecoveryLink;
}

/** What a token leads to: a visit, a link whose time is over, or nothing. */
export type Opened = FixVisit | OverLink | undefined;

interface OverLink {
  readonly over: 'expired';
  readonly link: RecoveryLink;
}

/** The address of a link's page, which says nothing but the order. */
const fixAddress = ({ store }: Visitor, { orderId, environment }: RecoveryLink) =>
  portalAddress(store, environment, `/fix/${toShortId('ORD', orderId)}`);

/** Reads a token as it came from an email, or from the cookie. */
export async function openFix(visitor: Visitor, token: string): Promise<Opened> {
  const { store, settings, db } = visitor;
  const timeIn = (environment: Environment) => storeTime(store, environment, visitor.now);
  const link = await readRecoveryLink(token, timeIn, settings);
  if (link?.storeId !== store.id) return undefined;
  if (link.isExpired) return { over: 'expired', link };
  const found = await findFixOrder(db, link);
  if (!found) return undefined;
  const voice = voiceFor(readingOf(visitor.buyer, found.order.language));
  const { environment } = link;
  // Whoever else is signed in here has no part in it.
  const holder = { ...visitor, visit: undefined, voice, environment, storeNow: timeIn(environment) };
  return { ...cardVisitAt(holder, found, fixAddress(visitor, link)), link };
}

/** The visit that a browser's cookie stands for, at the page of that order. */
export async function continueFix(visitor: Visitor, { headers }: GatewayRequest, orderId: string): Promise<Opened> {
  const token = readCookies(header(headers, 'cookie')).get(cookieName);
  const opened = token === undefined ? undefined : await openFix(visitor, token);
  return opened?.link.orderId === fromShortId('ORD', orderId) ? opened : undefined;
}

/** Lets a browser go on with a link, at its own page and nowhere else. */
export function fixCookie({ visitor: { store, settings }, link }: FixVisit, token: string): string {
  const secure = settings.checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const path = `${portalPathOf(store)}/fix/${toShortId('ORD', link.orderId)}`;
  return `${cookieName}=${token}; Path=${path}; Max-Age=${recoveryVisitSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
