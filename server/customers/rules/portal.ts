/** The customer portal's own rules: how a buyer comes in, for how long, and how often they may be written to. */
import { randomBytes } from 'node:crypto';
import { ApiError } from '#server/domain/errors.ts';
import { emailAddress } from '#server/domain/fields.ts';

/** How long an emailed link is good for. */
export const linkTtlSeconds = 15 * 60;

/** A visit ends when nothing was asked for so long, and in any case after `maxVisitSeconds`. */
export const visitTtlSeconds = 30 * 60;
export const maxVisitSeconds = 8 * 60 * 60;
/** A visit's end is moved on when that gains so much: reading writes once a minute at most. */
export const visitRenewalSeconds = 60;

/** Nobody is mailed in bulk: links asked for with one address, whether or not anybody bought with it. */
export const linkIntervalSeconds = 60;
export const maxLinksPerDay = 5;
export const maxLinksPerDayOverall = 20;
export const linkDaySeconds = 24 * 60 * 60;
/** Where no money moves, anybody can have bought with a stranger's address: so many links for one merchant's stores. */
export const maxFreeLinksPerDay = 100;

export const ordersPerPage = 20;

/** What opens the portal: 256 random bits, in a link or in a cookie. */
export const newPortalSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be one of ours at all. */
export const isPortalSecret = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

/** An email address as somebody typed it; undefined where it is none. */
export function readEmail(typed: unknown): string | undefined {
  const read = emailAddress('email').safeParse(typed);
  return read.success ? read.data : undefined;
}

export const portalReasons = [
  'signed_out',
  'link_used',
  'link_expired',
  'link_unknown',
  'link_too_soon',
  'too_many_links',
  'no_email',
] as const;
/** Why the portal refuses; the page says it in the buyer's words. */
export type PortalReason = (typeof portalReasons)[number];

const statuses: Readonly<Record<PortalReason, 400 | 401 | 429>> = {
  signed_out: 401,
  link_used: 400,
  link_expired: 400,
  link_unknown: 400,
  link_too_soon: 429,
  too_many_links: 429,
  no_email: 400,
};

/** A refusal of the portal's own. `waitSeconds` says after how long to try again. */
export const portalRefusal = (reason: PortalReason, waitSeconds?: number): ApiError =>
  new ApiError(statuses[reason], reason, 'user', {
    code: reason,
    path: reason === 'no_email' ? 'email' : undefined,
    details: { reason },
    ...(waitSeconds !== undefined && { headers: { 'Retry-After': String(waitSeconds) } }),
  });
