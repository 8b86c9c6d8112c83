/**
 * Slows down guessing of an account's password or codes from any number of addresses. After several failures, counted
 * together, each further attempt waits twice as long, at most 15 minutes. Email addresses without an account behave the
 * same.
 * An attacker could use this to lock the owner out. A browser that has signed in before therefore has a cookie with an
 * attempt counter of its own. Passkeys and password resets are never delayed.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { errors } from '#server/domain/errors.ts';
import { noteRefusal } from '#server/platform/observe.ts';
import { type SignInLimiters, signInLimiters } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { accountPath, refusalOf } from './account-request.ts';

const firstWaitSeconds = 30;
const maxWaitSeconds = 15 * 60;
const cookieName = 'counterfoil.known_device';
const cookieSeconds = 180 * 24 * 3600;

const waitAfter = (failures: number, free: number): number =>
  Math.min(firstWaitSeconds * 2 ** Math.min(failures - free, 20), maxWaitSeconds);

/** Runs a sign-in attempt with a password or code, or answers 429 while the account has to wait. */
export async function withSignInBackoff(
  input: unknown,
  cookies: string | null,
  signIn: () => Promise<Response>,
): Promise<Response> {
  if (typeof input !== 'string') return await signIn();
  const settings = readSettings();
  const email = input.trim().toLowerCase();
  const limiters = await signInLimiters(settings);
  const device = knownDevice(cookies, email, settings);
  const name = limiters.store.nameFor(device ? `device ${device}` : `email ${email}`);
  const waitSeconds = await countAttempt(limiters, name, settings.rateLimits.signInFailures);
  if (waitSeconds > 0) {
    noteRefusal('sign-in-account');
    return refusalOf(errors.rateLimited(waitSeconds));
  }
  const response = await signIn();
  if (await isSignedIn(response, email)) {
    await forget(limiters, name);
    await forgetFailedSignIns(email, settings);
    return device ? response : withDeviceCookie(response, email, settings);
  }
  // The code is still to come, or nothing was checked.
  if (response.ok || response.status === 429 || response.status >= 500) {
    await Promise.all([limiters.failures.reward(name, 1), limiters.waits.delete(name)]);
  }
  return response;
}

/**
 * Whether the attempt signed this account in. A correct password may still lack its code, and a code may belong to
 * another account whose session came with the call.
 */
async function isSignedIn(response: Response, email: string): Promise<boolean> {
  if (!response.ok) return false;
  const { user } = (await response.clone().json()) as { user?: { email?: string } };
  return user?.email?.toLowerCase() === email;
}

/** Resets the failed attempts of the account. */
export async function forgetFailedSignIns(email: string, settings: Settings): Promise<void> {
  const limiters = await signInLimiters(settings);
  await forget(limiters, limiters.store.nameFor(`email ${email.trim().toLowerCase()}`));
}

const forget = ({ failures, waits }: SignInLimiters, name: string) =>
  Promise.all([failures.delete(name), waits.delete(name)]);

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts count as well. Returns 0, or
 * the seconds to wait. A refused attempt is not counted.
 */
async function countAttempt({ failures, waits }: SignInLimiters, name: string, free: number): Promise<number> {
  const before = (await failures.get(name))?.consumedPoints ?? 0;
  if (before + 1 < free) {
    const counted = (await failures.penalty(name, 1)).consumedPoints;
    if (counted < free) return 0;
    return await startWait({ waits }, name, waitAfter(counted, free));
  }
  const waitSeconds = await startWait({ waits }, name, waitAfter(before + 1, free));
  if (waitSeconds === 0) await failures.penalty(name, 1);
  return waitSeconds;
}

/** Starts the wait for the next attempt and returns 0, or the seconds left of the current wait. */
async function startWait({ waits }: Pick<SignInLimiters, 'waits'>, name: string, seconds: number): Promise<number> {
  try {
    await waits.consume(name, 1, { customDuration: seconds });
    return 0;
  } catch (refused) {
    const { msBeforeNext } = refused as RateLimiterRes;
    if (msBeforeNext === undefined) throw refused;
    return Math.max(Math.ceil(msBeforeNext / 1000), 1);
  }
}

const seal = (nonce: string, email: string, { appSecret = '' }: Settings): Buffer =>
  createHmac('sha256', appSecret).update(`known device ${nonce} ${email}`).digest();

/** The browser's id if it has signed in to this account before. */
function knownDevice(cookies: string | null, email: string, settings: Settings): string | undefined {
  const [, nonce = '', mac = ''] =
    /(?:^|;\s*)counterfoil\.known_device=([\w-]{22})\.([\w-]{43})(?:;|$)/.exec(cookies ?? '') ?? [];
  const sent = Buffer.from(mac, 'base64url');
  const expected = seal(nonce, email, settings);
  return nonce && sent.length === expected.length && timingSafeEqual(sent, expected) ? nonce : undefined;
}

function withDeviceCookie(response: Response, email: string, settings: Settings): Response {
  const nonce = randomBytes(16).toString('base64url');
  const value = `${nonce}.${seal(nonce, email, settings).toString('base64url')}`;
  const secure = settings.appUrl.startsWith('https:') ? '; Secure' : '';
  const attributes = `Max-Age=${cookieSeconds}; Path=${accountPath}; HttpOnly; SameSite=Lax${secure}`;
  const headers = new Headers(response.headers);
  headers.append('Set-Cookie', `${cookieName}=${value}; ${attributes}`);
  return new Response(response.body, { status: response.status, headers });
}
