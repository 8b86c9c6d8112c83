/**
 * Merchants' accounts: sign-up, sign-in with its second step, passkeys, sessions and password reset are better-auth's, on
 * our own tables. Its "user" is our merchant. (decisions.md, "Rate limits": sign-in.)
 */
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { type Database, database } from '../../db/client.ts';
import {
  credentials,
  dashboardSessions,
  merchants,
  passkeys,
  signInAttempts,
  twoFactors,
  verifications,
} from '../../db/schema/index.ts';
import { readClock } from '../clock.ts';
import { changeOf, changesBetween } from '../domain/changes.ts';
import { newId } from '../domain/ids.ts';
import { databaseFailureOr, logFailure, refusalFor } from '../outage.ts';
import { type AccountEvent, noteAccountEvent, recordAccountEvent } from '../queries/account-events.ts';
import { countPasskeys, isSessionOpen, mostPasskeys } from '../queries/account-safety.ts';
import { queueEmail } from '../queries/emails.ts';
import { findMerchant } from '../queries/merchants.ts';
import { settings as readSettings, type Settings } from '../settings.ts';
import { accountCodes } from './account-codes.ts';
import { resetLetter } from './account-letters.ts';
import { accountPath, readAccountRequest } from './account-request.ts';
import { accountSafety } from './account-safety.ts';
import { accountTrail, isSignOut, noteChange, visitorAs } from './account-trail.ts';
import { answerFrom } from './origin.ts';

const shortestPassword = 10;
const longestName = 100;
const resetTtlSeconds = 3600;
/** How long after signing in, or after giving the password once more, a passkey may be added. */
const freshSeconds = 600;
const trustedDeviceSeconds = 30 * 24 * 3600;

/** Where a password or a code could be guessed. */
const guessable = [
  '/sign-in/email',
  '/sign-up/email',
  '/request-password-reset',
  '/change-password',
  '/confirm-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
];

/** On loopback the same service is reached by either name; a browser sends whichever was typed as its origin. */
function trustedOrigins({ appUrl }: Settings): string[] {
  const url = new URL(appUrl);
  const loopback = ['localhost', '127.0.0.1'];
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`);
}

/** Passkeys are bound to a name, which an address in numbers is not: on loopback to the one that has a name. */
function passkeyPlace(settings: Settings) {
  const { hostname } = new URL(settings.appUrl);
  return { rpID: hostname === '127.0.0.1' ? 'localhost' : hostname, origin: trustedOrigins(settings) };
}

/** A second factor by itself: whoever has the device has also unlocked it. Without that, the password is asked for. */
function requireUnlocked(isUnlocked: boolean): void {
  if (isUnlocked) return;
  const message = 'The passkey was used without unlocking the device';
  throw new APIError('UNAUTHORIZED', { message, code: 'PASSKEY_NOT_UNLOCKED' });
}

/** The ways in beside the password, and what is written down of all of them. */
const plugins = (db: Database, settings: Settings) => [
  twoFactor({
    issuer: 'Counterfoil',
    trustDeviceMaxAge: trustedDeviceSeconds,
    twoFactorTable: 'twoFactors',
    schema: { twoFactor: { fields: { userId: 'merchantId' } } },
  }),
  passkey({
    ...passkeyPlace(settings),
    rpName: 'Counterfoil',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    schema: { passkey: { modelName: 'passkeys', fields: { userId: 'merchantId' } } },
    registration: {
      afterVerification: async ({ user, verification }) => {
        requireUnlocked(verification.registrationInfo?.userVerified ?? false);
        if ((await countPasskeys(db, user.id)) < mostPasskeys) return;
        throw new APIError('BAD_REQUEST', { message: `At most ${mostPasskeys} passkeys`, code: 'TOO_MANY_PASSKEYS' });
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => requireUnlocked(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  }),
  accountSafety(db),
  accountCodes(db),
  accountTrail(db, settings.appUrl),
];

function noteFailure(error: unknown): void {
  if (error instanceof Error) logFailure(error, 'an account call failed');
}

function openAuth(settings: Settings) {
  const { db } = database(settings);
  // What the service writes is committed by then: it lets nobody into its transactions.
  const note = (event: AccountEvent) => noteAccountEvent(db, event, readClock());
  /** What an account was called before it is renamed, by the session of the request that does so. */
  const formerNames = new WeakMap<object, string>();
  return betterAuth({
    appName: 'Counterfoil',
    baseURL: settings.appUrl,
    basePath: accountPath,
    secret: settings.appSecret ?? '',
    trustedOrigins: trustedOrigins(settings),
    telemetry: { enabled: false },
    // What it hands to its log repeats addresses and, of a statement that failed, tokens and secrets.
    logger: { level: 'error', log: (_level, _message, ...told) => told.forEach(noteFailure) },
    onAPIError: { throw: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { merchants, dashboardSessions, credentials, verifications, signInAttempts, twoFactors, passkeys },
      transaction: true,
    }),
    user: { modelName: 'merchants' },
    session: {
      modelName: 'dashboardSessions',
      fields: { userId: 'merchantId' },
      cookieCache: { enabled: true, maxAge: 60 },
      freshAge: freshSeconds,
    },
    databaseHooks: {
      session: {
        delete: {
          after: async ({ userId, expiresAt, token }, request) => {
            const isOwn = request?.context.session?.session.token === token;
            // One that has run out is only tidied up.
            if (expiresAt <= readClock() || !isSignOut(request?.path, isOwn)) return;
            await note({ merchantId: userId, type: 'account.signed_out' });
          },
        },
      },
      user: {
        create: {
          after: async ({ id, name, email }) => {
            const changes = changesBetween(null, { name, email });
            await note({ merchantId: id, type: 'account.created', changes });
          },
          before: async ({ name }) => {
            // It travels in the session's cookies, which have little room.
            if (name.length > longestName)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${longestName} characters` });
          },
        },
        update: {
          after: async ({ id, name }, request) => {
            // The second factor's switch is told of by itself.
            if (request?.path.startsWith('/two-factor/')) return;
            const session = request?.context.session;
            const former = session ? formerNames.get(session) : undefined;
            const changes = former === undefined ? { after: { name } } : changeOf('name', former, name);
            await note({ merchantId: id, type: 'account.updated', changes });
          },
          before: async ({ name }, request) => {
            if (name && name.length > longestName)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${longestName} characters` });
            const session = request?.context.session;
            // Read again: a session remembers its account for a while.
            const account = session ? await findMerchant(db, session.user.id) : undefined;
            if (session && account) formerNames.set(session, account.name);
          },
        },
      },
    },
    plugins: plugins(db, settings),
    account: { modelName: 'credentials', fields: { userId: 'merchantId' } },
    verification: { modelName: 'verifications' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'signInAttempts',
      window: 60,
      max: 600,
      customRules: {
        // Another for each page of the way in; more than people open in a minute.
        '/passkey/generate-authenticate-options': { window: 60, max: 120 },
        ...Object.fromEntries(
          guessable.map((path) => [path, { window: 60, max: settings.rateLimits.signInPerMinute }]),
        ),
      },
    },
    advanced: {
      cookiePrefix: 'counterfoil',
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: resetTtlSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) =>
        await noteChange(db, { merchantId: user.id, type: 'account.password_changed' }, settings.appUrl),
      sendResetPassword: async ({ user, token }) => {
        const url = `${settings.appUrl}/reset-password?token=${encodeURIComponent(token)}`;
        await db.transaction(async (tx) => {
          await queueEmail(tx, { merchantId: user.id }, resetLetter(user, url), readClock());
          const asked = { merchantId: user.id, type: 'account.reset_requested', actor: visitorAs(user.email) } as const;
          await recordAccountEvent(tx, asked, readClock());
        });
      },
    },
  });
}

type Auth = ReturnType<typeof openAuth>;
const kept = globalThis as typeof globalThis & { counterfoilAuth?: Auth };

/** This process's account service. */
function merchantAuth(): Auth {
  kept.counterfoilAuth ??= openAuth(readSettings());
  return kept.counterfoilAuth;
}

/** Answers a request to the account service, as Next hands it over. Never throws. */
export async function answerAccountCall(request: Request): Promise<Response> {
  const read = await readAccountRequest(request);
  if (read instanceof Response) return read;
  // Behind `server/main.ts` the header holds one address: the client's, or what a trusted proxy saw last.
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const headers = { 'user-agent': request.headers.get('user-agent') ?? undefined };
  try {
    return await answerFrom({ address, headers }, () => merchantAuth().handler(read));
  } catch (error) {
    const failure = await databaseFailureOr(error, database(readSettings()).db);
    noteFailure(failure);
    const { status, message, headers } = refusalFor(failure);
    const code = status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
    return Response.json({ code, message }, { status, headers });
  }
}

/**
 * Who is signed in, from a request's cookies. Who that is may be told by the signed cookie's word, which is up to a minute
 * old; whether the session still stands is the database's to say, so that one that was ended anywhere is over here too.
 * `fresh` asks the database for all of it.
 */
export async function readMerchant(
  headers: Headers,
  options = { fresh: false },
): Promise<{ id: string; name: string; email: string } | undefined> {
  const query = { disableCookieCache: options.fresh };
  const { db } = database(readSettings());
  const found = await merchantAuth()
    .api.getSession({ headers, query })
    .catch(async (error: unknown) => {
      throw await databaseFailureOr(error, db);
    });
  if (!found) return undefined;
  const { session, user } = found;
  if (!options.fresh && !(await isSessionOpen(db, user.id, session.id, readClock()))) return undefined;
  return { id: user.id, name: user.name, email: user.email };
}

/** Which of the account's sessions those cookies are; undefined when nobody is signed in. */
export async function readSessionId(headers: Headers): Promise<string | undefined> {
  return (await merchantAuth().api.getSession({ headers }))?.session.id;
}

/** How many recovery codes an account has left; undefined where it has no second factor. */
export async function countRecoveryCodes(merchantId: string): Promise<number | undefined> {
  const account = await findMerchant(database(readSettings()).db, merchantId);
  if (!account?.twoFactorEnabled) return undefined;
  const { backupCodes } = await merchantAuth().api.viewBackupCodes({ body: { userId: merchantId } });
  return backupCodes.length;
}
