/** Session tokens of customers: JWTs for one store, with a key derived from APP_SECRET. (decisions.md, "Authentication".) */
import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isEnvironment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import type { IssuedToken } from '#server/platform/action.ts';
import type { Settings } from '#server/platform/settings.ts';
import type { SessionTokenClaims } from './rules/session-token.ts';

const audience = 'counterfoil:customer';

function signingKey(settings: Settings): Uint8Array {
  if (!settings.appSecret) throw new Error('APP_SECRET is not set');
  return new Uint8Array(hkdfSync('sha256', settings.appSecret, '', 'session token', 32));
}

/** Issues a token for a customer of one store in one environment. */
export async function issueSessionToken(
  claims: SessionTokenClaims,
  settings: Settings,
  now: Date,
): Promise<IssuedToken> {
  const id = newUnguessableId();
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expires = issuedAt + settings.sessionTokenTtlSeconds;
  const token = await new SignJWT({ ...claims, role: 'customer' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(settings.appUrl)
    .setAudience(audience)
    .setSubject(claims.buyerIdentity)
    .setJti(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(signingKey(settings));
  return { id, token, expiresAt: new Date(expires * 1000) };
}

/** The claims of a valid token; throws 401 `Invalid or expired token` otherwise. */
export async function verifySessionToken(token: string, settings: Settings, now: Date): Promise<SessionTokenClaims> {
  try {
    const expected = { algorithms: ['HS256'], issuer: settings.appUrl, audience, currentDate: now };
    const { payload } = await jwtVerify(token, signingKey(settings), expected);
    const { merchantId, storeId, buyerIdentity, environment } = payload;
    if (typeof merchantId !== 'string' || typeof storeId !== 'string' || typeof buyerIdentity !== 'string') {
      throw errors.invalidToken();
    }
    // Tokens from before environments existed are rejected: they last minutes, and may come from a test key.
    if (!isEnvironment(environment)) throw errors.invalidToken();
    return { merchantId, storeId, buyerIdentity, environment };
  } catch {
    throw errors.invalidToken();
  }
}
