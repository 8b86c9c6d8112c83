/**
 * The link that pays a renewal which failed: a signed token that opens the change of card of one subscription, and
 * nothing else. Good for one time of being past due; nothing is stored of it.
 */
import { hkdfSync } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Environment, environments } from '#server/domain/environments.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import type { Settings } from '#server/platform/settings.ts';
import { portalAddress } from './rules/portal-address.ts';

/** What such a link is for. */
export interface FixLink {
  readonly storeId: string;
  readonly environment: Environment;
  readonly orderId: string;
  /** Since when its subscription is past due: a later failure has a link of its own. */
  readonly pastDueSince: Date;
  readonly expiresAt: Date;
}

/** What it can do, which no other token of ours can, and nothing else of what they can. */
const audience = 'counterfoil:fix-payment';
const kind = 'fix-payment';

function signingKey({ appSecret }: Settings): Uint8Array {
  if (!appSecret) throw new Error('APP_SECRET is not set');
  return new Uint8Array(hkdfSync('sha256', appSecret, '', 'fix payment link', 32));
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** The token of a link. */
export const signFixLink = async (link: FixLink, settings: Settings): Promise<string> =>
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

/** The address that a link leads to. What stands behind the `#` its page reads: no server is told, nor writes it down. */
export const fixEntry = (store: { readonly slug: string }, environment: Environment, token: string): string =>
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
 * What a token of ours is for, and whether its time is over; undefined for anything else. `timeIn` is what time it is in
 * an environment of its store, which the link lives by.
 */
export async function readFixLink(
  token: string,
  timeIn: (environment: Environment) => Date,
  settings: Settings,
): Promise<(FixLink & { readonly isExpired: boolean }) | undefined> {
  // Read leniently, a line break in it would do no harm to the signature, and then stand in a cookie.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
  try {
    // What it says of itself decides on nothing but the clock: the signature covers that, too.
    const currentDate = timeIn(decodeJwt(token).environment === 'test' ? 'test' : 'prod');
    const expected = { algorithms: ['HS256'], audience, currentDate };
    const { payload } = await jwtVerify(token, signingKey(settings), expected);
    return linkOf(payload, false);
  } catch (error) {
    // The signature has been looked at before the time is.
    return error instanceof errors.JWTExpired ? linkOf(error.payload, true) : undefined;
  }
}

function linkOf(payload: JWTPayload, isExpired: boolean) {
  const { data } = claims.safeParse(payload);
  if (!data?.sub || !data.store) return undefined;
  const { sub: orderId, store: storeId, environment, since, exp } = data;
  return { orderId, storeId, environment, pastDueSince: new Date(since), expiresAt: new Date(exp * 1000), isExpired };
}
