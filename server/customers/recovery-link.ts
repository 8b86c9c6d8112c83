/**
 * The link for paying a failed renewal: a signed token that only allows changing the card of one subscription. It is valid
 * for one past due phase, and nothing about it is stored.
 */
import { hkdfSync } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Environment, environments } from '#server/domain/environments.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import type { Settings } from '#server/platform/settings.ts';
import { portalAddress } from './rules/portal-address.ts';

/** The contents of a link. */
export interface RecoveryLink {
  readonly storeId: string;
  readonly environment: Environment;
  readonly orderId: string;
  /** The start of the past due phase; a later failure has its own link. */
  readonly pastDueSince: Date;
  readonly expiresAt: Date;
}

/** A separate audience and kind, so that no other token of ours works here, and this one works nowhere else. */
const audience = 'counterfoil:fix-payment';
const kind = 'fix-payment';

function signingKey({ appSecret }: Settings): Uint8Array {
  if (!appSecret) throw new Error('APP_SECRET is not set');
  return new Uint8Array(hkdfSync('sha256', appSecret, '', 'fix payment link', 32));
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Signs a link's token. */
export const signRecoveryLink = async (link: RecoveryLink, settings: Settings): Promise<string> =>
  await new SignJWT({
    kind,
    store: toShortId('STO', link.storeId),
    environment: link.environment,
    since: link.pastDueSince.getTime(),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setSubject(toShortId('ORD', link.orderId))
    .setExpirationTime(seconds(link.expiresAt))
    .sign(signingKey(settings));

/** The URL of a link. Its token is in the fragment, so that it appears in no server's log. */
export const recoveryUrl = (store: { readonly slug: string }, environment: Environment, token: string): string =>
  `${portalAddress(store, environment, '/fix')}#link=${encodeURIComponent(token)}`;

const claims = z.object({
  kind: z.literal(kind),
  sub: z.string().transform((text) => fromShortId('ORD', text)),
  store: z.string().transform((text) => fromShortId('STO', text)),
  environment: z.enum(environments),
  since: z.number().int(),
  exp: z.number().int(),
});

/**
 * The contents of a valid token, and whether it has expired; undefined for any other token. `timeIn` returns the store's
 * time in an environment, by which the link expires.
 */
export async function readRecoveryLink(
  token: string,
  timeIn: (environment: Environment) => Date,
  settings: Settings,
): Promise<(RecoveryLink & { readonly isExpired: boolean }) | undefined> {
  // The JWT library ignores whitespace, which must not end up in a cookie.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
  try {
    // The unverified environment only selects the clock; the signature covers it.
    const currentDate = timeIn(decodeJwt(token).environment === 'test' ? 'test' : 'prod');
    const expected = { algorithms: ['HS256'], audience, currentDate };
    const { payload } = await jwtVerify(token, signingKey(settings), expected);
    return linkOf(payload, false);
  } catch (error) {
    // The library verifies the signature before the expiry.
    return error instanceof errors.JWTExpired ? linkOf(error.payload, true) : undefined;
  }
}

function linkOf(payload: JWTPayload, isExpired: boolean) {
  const { data } = claims.safeParse(payload);
  if (!data?.sub || !data.store) return undefined;
  const { sub: orderId, store: storeId, environment, since, exp } = data;
  return { orderId, storeId, environment, pastDueSince: new Date(since), expiresAt: new Date(exp * 1000), isExpired };
}
