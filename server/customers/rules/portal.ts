/** The rules of the customer portal: sign-in links, sessions and email limits. */
import { ApiError } from '#server/domain/errors.ts';
import { emailAddress } from '#server/domain/fields.ts';

/** The validity of an emailed link. */
export const linkTtlSeconds = 15 * 60;

/** A session ends after this time without requests, and in any case after `maxVisitSeconds`. */
export const visitTtlSeconds = 30 * 60;
export const maxVisitSeconds = 8 * 60 * 60;
/** The minimum extension of a session, so that reading writes at most once a minute. */
export const visitRenewalSeconds = 60;

/** Limits per address, to prevent bulk email; they apply whether or not the address has bought anything. */
export const linkIntervalSeconds = 60;
export const maxLinksPerDay = 5;
export const maxLinksPerDayOverall = 20;
export const linkDaySeconds = 24 * 60 * 60;
/** The limit per merchant in demonstrations, where anyone can order with another person's address. */
export const maxFreeLinksPerDay = 100;

export const ordersPerPage = 20;

/** Whether a text has the format of a secret for a link or a cookie. */
export const isPortalSecret = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

/** A typed email address; undefined if it is invalid. */
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
/** The reasons of refusals, which the page translates. */
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

/** A refusal of the portal. `waitSeconds` is the time until a retry may succeed. */
export const portalRefusal = (reason: PortalReason, waitSeconds?: number): ApiError =>
  new ApiError(statuses[reason], reason, 'user', {
    code: reason,
    path: reason === 'no_email' ? 'email' : undefined,
    details: { reason },
    ...(waitSeconds !== undefined && { headers: { 'Retry-After': String(waitSeconds) } }),
  });
