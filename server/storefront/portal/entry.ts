/** Sign-in to the portal: by a session token of the store, or by an emailed link. */
import type { Database, Tx } from '#db/client.ts';
import { findAccountsAddress, findBuyersAddress } from '#server/billing/orders/data/buyer-orders.ts';
import {
  countMerchantLinks,
  findPortalLink,
  insertPortalLink,
  usePortalLink,
} from '#server/customers/data/portal-links.ts';
import { insertPortalSession, type PortalEntry } from '#server/customers/data/portal-sessions.ts';
import { newPortalSecret } from '#server/customers/portal-secret.ts';
import {
  isPortalSecret,
  linkDaySeconds,
  linkIntervalSeconds,
  linkTtlSeconds,
  maxFreeLinksPerDay,
  maxLinksPerDay,
  maxLinksPerDayOverall,
  portalRefusal,
  readEmail,
  visitTtlSeconds,
} from '#server/customers/rules/portal.ts';
import type { SessionTokenClaims } from '#server/customers/rules/session-token.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import type { Voice } from '#server/i18n/say.ts';
import { countDaily } from '#server/platform/data/daily-limits.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import { linkEmail } from './link-email.ts';

/** The store and environment, and the language of the email. */
export interface Entrance extends PortalEntry {
  readonly store: Store;
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Emails a sign-in link if the address has orders; an email about orders of a customer account says where to sign in. Work
 * and answer are the same either way. `openUrl` is the link's page.
 * `isFree`: no real payments, and a limit for all buyers of the merchant together. 400 for an invalid address; 429 for a
 * second link within a minute or a sixth within 24 hours.
 */
export async function requestLink(
  db: Database,
  entrance: Entrance,
  typed: unknown,
  { openUrl, voice, isFree }: { openUrl: string; voice: Voice; isFree: boolean },
  now: Date,
): Promise<{ email: string }> {
  const { store, environment } = entrance;
  const email = readEmail(typed);
  if (email === undefined) throw portalRefusal('no_email');
  const secret = newPortalSecret();
  await db.transaction(async (tx) => {
    await countLink(tx, entrance, email, now);
    if (isFree) await requireFreeLinkLeft(tx, entrance, now);
    const link = { tokenHash: secretHashOf(secret), email, expiresAt: later(now, linkTtlSeconds) };
    await insertPortalLink(tx, entrance, link, now);
    const buyer = { ...scopeOfStore(store), environment, buyerIdentity: email };
    const [ownAddress, accountsAddress] = [await findBuyersAddress(tx, buyer), await findAccountsAddress(tx, buyer)];
    const recipient = ownAddress ?? accountsAddress;
    if (recipient === undefined) return;
    const orders = {
      link: ownAddress === undefined ? null : `${openUrl}#link=${secret}`,
      hasAccount: accountsAddress !== undefined,
    };
    const message = linkEmail(store, environment, orders, voice);
    const scope = ofStore(store, environment);
    await queueEmail(tx, scope, { kind: 'portal_link', recipient, ...message, isUrgent: true }, now);
  });
  return { email };
}

const overallLimits = [{ max: maxLinksPerDayOverall, reason: 'too_many_links' }] as const;
const storeLimits = [
  { max: maxLinksPerDay, reason: 'too_many_links' },
  { max: 1, seconds: linkIntervalSeconds, reason: 'link_too_soon' },
] as const;

/**
 * Counts a link that is requested for the address; 429 if too many were. Counts unknown addresses too, so that the answer
 * reveals nothing.
 */
async function countLink(tx: Tx, { store, environment }: Entrance, email: string, now: Date): Promise<void> {
  const name = `portal links of ${email.toLowerCase()}`;
  const reached =
    (await countDaily(tx, name, overallLimits, now)) ??
    (await countDaily(tx, `${name} in ${store.id} ${environment}`, storeLimits, now));
  if (reached) throw portalRefusal(reached.limit.reason, reached.waitSeconds);
}

/** 429 if too many links were requested in the merchant's stores: an attacker may use them to email strangers. */
async function requireFreeLinkLeft(tx: Tx, entrance: Entrance, now: Date): Promise<void> {
  const linkCount = await countMerchantLinks(tx, entrance, later(now, -linkDaySeconds));
  if (linkCount >= maxFreeLinksPerDay) throw portalRefusal('too_many_links', linkDaySeconds);
}

/** The new session of a buyer. */
export interface Admission {
  /** The cookie's secret; only its hash is stored. */
  readonly secret: string;
  readonly environment: Environment;
}

/** Signs in by an emailed link, once. 400 for a used, expired or unknown one. */
export async function openLink(db: Database, store: Store, secret: unknown, now: Date): Promise<Admission> {
  if (!isPortalSecret(secret)) throw portalRefusal('link_unknown');
  const tokenHash = secretHashOf(secret);
  return await db.transaction(async (tx) => {
    const link = await usePortalLink(tx, scopeOfStore(store), tokenHash, now);
    if (!link) {
      const gone = await findPortalLink(tx, scopeOfStore(store), tokenHash);
      throw portalRefusal(!gone ? 'link_unknown' : gone.usedAt ? 'link_used' : 'link_expired');
    }
    return await admit(tx, { store, environment: link.environment }, link.email, 'emailed link', now);
  });
}

/** Signs in by a session token. 401 for a token of another store or environment. */
export async function enterByToken(
  db: Database,
  entrance: Entrance,
  claims: SessionTokenClaims,
  now: Date,
): Promise<Admission> {
  const isItsOwn = claims.storeId === entrance.store.id && claims.environment === entrance.environment;
  if (!isItsOwn) throw errors.invalidToken();
  return await db.transaction((tx) => admit(tx, entrance, claims.buyerIdentity, 'session token', now));
}

async function admit(
  tx: Tx,
  entry: Entrance,
  buyerIdentity: string,
  by: 'emailed link' | 'session token',
  now: Date,
): Promise<Admission> {
  const secret = newPortalSecret();
  const session = { tokenHash: secretHashOf(secret), buyerIdentity, expiresAt: later(now, visitTtlSeconds) };
  await insertPortalSession(tx, entry, session, by, now);
  return { secret, environment: entry.environment };
}
