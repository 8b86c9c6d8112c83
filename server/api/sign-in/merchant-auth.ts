/**
 * Merchants' accounts: sign-up, sign-in with its second step, passkeys, sessions and password reset come from
 * better-auth, on our own tables. Its "user" is our merchant. (decisions.md, "Rate limits": sign-in)
 */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { database } from '#db/client.ts';
import {
  credentials,
  dashboardSessions,
  merchants,
  passkeys,
  signInAttempts,
  twoFactors,
  verifications,
} from '#db/schema/index.ts';
import {
  type AccountEvent,
  recordAccountEvent,
  recordAccountEventAlone,
} from '#server/accounts/data/account-events.ts';
import { findPendingEmail, isSessionOpen } from '#server/accounts/data/account-safety.ts';
import { needsAddressProof } from '#server/accounts/data/address-proof.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { demoEmail } from '#server/accounts/data/operators.ts';
import { freshSignInSeconds } from '#server/accounts/rules/sign-in.ts';
import { changeOf, changesBetween } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import { readCookies } from '#server/http/cookies.ts';
import { readClock } from '#server/platform/clock.ts';
import { databaseFailureOr, logFailure, refusalFor } from '#server/platform/outage.ts';
import { mayEmailAccount } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { deleteSignUpInvitations } from '#server/stores/sign-up.ts';
import { answerFrom } from '../origin.ts';
import { resetEmail } from './account-emails.ts';
import { accountPlugins, trustedOrigins } from './account-plugins.ts';
import { accountPath, admitAccountRequest } from './account-request.ts';
import { isSignOut, recordAccountChange, visitorAs } from './account-trail.ts';
import { resetCredentials, sendExistingAccount, sendVerification } from './account-verification.ts';
import { forgetFailedSignIns, withSignInBackoff } from './sign-in-backoff.ts';

const minPasswordLength = 10;
const maxNameLength = 100;
const resetTtlSeconds = 3600;

/** Endpoints at which a password or code could be guessed. */
const guessablePaths = [
  '/sign-in/email',
  '/sign-up/email',
  '/request-password-reset',
  '/change-password',
  '/confirm-password',
  '/send-verification',
  '/verify-address',
  '/reset-details',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
];

function noteFailure(error: unknown): void {
  if (error instanceof Error) logFailure(error, 'account request failed');
}

function openAuth(settings: Settings) {
  const { db } = database(settings);
  // better-auth has committed its own writes before this runs; its transactions are not accessible.
  const note = (event: AccountEvent) => recordAccountEventAlone(db, event, readClock());
  /** The previous name during a renaming, keyed by the request's session. */
  const formerNames = new WeakMap<object, string>();
  return betterAuth({
    appName: 'Counterfoil',
    baseURL: settings.appUrl,
    basePath: accountPath,
    secret: settings.appSecret ?? '',
    trustedOrigins: trustedOrigins(settings),
    telemetry: { enabled: false },
    // Its log arguments contain email addresses and, for failed statements, tokens and secrets.
    logger: { level: 'error', log: (_level, _message, ...args) => args.forEach(noteFailure) },
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
      freshAge: freshSignInSeconds,
    },
    databaseHooks: {
      session: {
        create: {
          // The demo password appears in logs and a file, so on a public host every sign-in to the demo is refused.
          before: async ({ userId }) => {
            if (!settings.isPublicHost || (await findMerchant(db, userId))?.email !== demoEmail) return;
            const message = 'Invalid email or password';
            throw new APIError('UNAUTHORIZED', { message, code: 'INVALID_EMAIL_OR_PASSWORD' });
          },
        },
        delete: {
          after: async ({ userId, expiresAt, token }, request) => {
            const isOwn = request?.context.session?.session.token === token;
            // An expired session that is cleaned up is not a sign-out.
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
            await deleteSignUpInvitations(db, email);
            await sendVerification(db, settings, { id, name, email });
          },
          before: async ({ name }) => {
            // The name travels in the session's cookies, which are small.
            if (name.length > maxNameLength)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${maxNameLength} characters` });
            return { data: { emailVerified: !needsAddressProof(settings) } };
          },
        },
        update: {
          after: async ({ id, name }, request) => {
            // Switching the second factor is recorded as an event of its own.
            if (request?.path.startsWith('/two-factor/')) return;
            const session = request?.context.session;
            const former = session ? formerNames.get(session) : undefined;
            const changes = former === undefined ? { after: { name } } : changeOf('name', former, name);
            await note({ merchantId: id, type: 'account.updated', changes });
          },
          before: async ({ name }, request) => {
            if (name && name.length > maxNameLength)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${maxNameLength} characters` });
            const session = request?.context.session;
            // Read from the database, since the session caches its account.
            const account = session ? await findMerchant(db, session.user.id) : undefined;
            if (session && account) formerNames.set(session, account.name);
          },
        },
      },
    },
    plugins: accountPlugins(db, settings),
    account: { modelName: 'credentials', fields: { userId: 'merchantId' } },
    verification: { modelName: 'verifications' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'signInAttempts',
      window: 60,
      max: 600,
      customRules: {
        // Every page of the sign-in requests a challenge, so the limit is higher.
        '/passkey/generate-authenticate-options': { window: 60, max: 120 },
        ...Object.fromEntries(
          guessablePaths.map((path) => [path, { window: 60, max: settings.rateLimits.signInPerMinute }]),
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
      // Signing in a new account at once would reveal that the address had none.
      autoSignIn: settings.smtpUrl === undefined,
      onExistingUserSignUp: async ({ user }) => await sendExistingAccount(db, settings, user),
      minPasswordLength: minPasswordLength,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: resetTtlSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }, request) => {
        await resetCredentials(db, settings, user.id, request);
        await forgetFailedSignIns(user.email, settings);
        await recordAccountChange(db, { merchantId: user.id, type: 'account.password_changed' });
      },
      sendResetPassword: async ({ user, token }) => {
        if (!(await mayEmailAccount('reset', user.email, settings))) return;
        const url = `${settings.appUrl}/reset-password?token=${encodeURIComponent(token)}`;
        await db.transaction(async (tx) => {
          await queueEmail(tx, { merchantId: user.id }, resetEmail(user, url), readClock());
          const event = { merchantId: user.id, type: 'account.reset_requested', actor: visitorAs(user.email) } as const;
          await recordAccountEvent(tx, event, readClock());
        });
      },
    },
  });
}

type Auth = ReturnType<typeof openAuth>;
const shared = globalThis as typeof globalThis & { counterfoilAuth?: Auth };

/** The account service of this process. */
function merchantAuth(): Auth {
  shared.counterfoilAuth ??= openAuth(readSettings());
  return shared.counterfoilAuth;
}

/** Answers a request to the account service, as Next hands it over. Never throws. */
export const answerAccountCall = (request: Request): Promise<Response> => admitAccountRequest(request, answer);

async function answer(request: Request, address: string): Promise<Response> {
  const cookies = request.headers.get('cookie');
  try {
    const email = await triedEmail(request, cookies);
    return await withSignInBackoff(email, cookies, () => answerAdmitted(request, address));
  } catch (error) {
    return await answerFailure(error);
  }
}

/** The email whose password or code the request tries; undefined if it tries none. */
async function triedEmail(request: Request, cookies: string | null): Promise<unknown> {
  const { method, url, body } = request;
  const path = new URL(url).pathname.slice(accountPath.length);
  if (method !== 'POST' || body === null) return undefined;
  if (path === '/sign-in/email') return ((await request.clone().json()) as { email?: unknown }).email;
  if (path !== '/two-factor/verify-totp' && path !== '/two-factor/verify-backup-code') return undefined;
  const { createAuthCookie } = await merchantAuth().$context;
  // better-auth verifies the cookie's signature. The id in the cookie cannot be guessed.
  const [challenge = ''] = (readCookies(cookies ?? undefined).get(createAuthCookie('two_factor').name) ?? '').split(
    '.',
  );
  return await findPendingEmail(database(readSettings()).db, challenge, readClock());
}

async function answerAdmitted(request: Request, address: string): Promise<Response> {
  const headers = { 'user-agent': request.headers.get('user-agent') ?? undefined };
  try {
    return await answerFrom({ address, headers }, () => merchantAuth().handler(request));
  } catch (error) {
    return await answerFailure(error);
  }
}

async function answerFailure(thrown: unknown): Promise<Response> {
  const failure = await databaseFailureOr(thrown, database(readSettings()).db);
  noteFailure(failure);
  const { status, message, headers } = refusalFor(failure);
  const code = status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
  return Response.json({ code, message }, { status, headers });
}

/**
 * The merchant signed in by a request's cookies. The account's data may come from the signed cookie, which is up to a
 * minute old. The database always decides whether the session is still open, so that a session ended anywhere is ended
 * here too. `fresh` reads everything from the database.
 */
export async function readMerchant(
  headers: Headers,
  options = { fresh: false },
): Promise<{ id: string; name: string; email: string; signedInAt: Date } | undefined> {
  const query = { disableCookieCache: options.fresh };
  const settings = readSettings();
  const { db } = database(settings);
  const found = await merchantAuth()
    .api.getSession({ headers, query })
    .catch(async (error: unknown) => {
      throw await databaseFailureOr(error, db);
    });
  if (!found) return undefined;
  const { session, user } = found;
  if (settings.isPublicHost && user.email === demoEmail) return undefined;
  if (!options.fresh && !(await isSessionOpen(db, user.id, session.id, readClock()))) return undefined;
  return { id: user.id, name: user.name, email: user.email, signedInAt: session.createdAt };
}

/** The session of those cookies; undefined when signed out. */
export async function readSessionId(headers: Headers): Promise<string | undefined> {
  return (await merchantAuth().api.getSession({ headers }))?.session.id;
}

/** The number of recovery codes that the account has left; undefined without a second factor. */
export async function countRecoveryCodes(merchantId: string): Promise<number | undefined> {
  const account = await findMerchant(database(readSettings()).db, merchantId);
  if (!account?.twoFactorEnabled) return undefined;
  const { backupCodes } = await merchantAuth().api.viewBackupCodes({ body: { userId: merchantId } });
  return backupCodes.length;
}
