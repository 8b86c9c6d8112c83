/**
 * Merchants' accounts: sign-up, sign-in, sign-out and password reset are better-auth's, on our own tables.
 * Its "user" is our merchant. (decisions.md, "Rate limits": sign-in.)
 */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { type Database, database } from '../../db/client.ts';
import { credentials, dashboardSessions, merchants, signInAttempts, verifications } from '../../db/schema/index.ts';
import { readClock } from '../clock.ts';
import { changeOf, changesBetween } from '../domain/changes.ts';
import { newId } from '../domain/ids.ts';
import { englishDraft, serviceLook } from '../domain/letter.ts';
import { plainName } from '../domain/quoted-name.ts';
import { describeFailure, log } from '../log.ts';
import { type AccountEvent, noteAccountEvent, recordAccountEvent } from '../queries/account-events.ts';
import { queueEmail } from '../queries/emails.ts';
import { findMerchant, findMerchantByEmail } from '../queries/merchants.ts';
import { settings as readSettings, type Settings } from '../settings.ts';
import { answerFrom } from './origin.ts';

const shortestPassword = 10;
const longestName = 100;
const resetTtlSeconds = 3600;

/** On loopback the same service is reached by either name; a browser sends whichever was typed as its origin. */
function trustedOrigins({ appUrl }: Settings): string[] {
  const url = new URL(appUrl);
  const loopback = ['localhost', '127.0.0.1'];
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`);
}

/** Somebody who says that they are that account, and has not proved it. */
const visitorAs = (email: string) => ({ kind: 'visitor', by: email }) as const;

/** Of an account that there is: anybody may try any address. */
async function noteFailedSignIn(db: Database, body: unknown): Promise<void> {
  try {
    const given = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    const account = typeof given === 'string' ? await findMerchantByEmail(db, given) : undefined;
    if (!account) return;
    const failed = { merchantId: account.id, type: 'account.sign_in_failed', actor: visitorAs(account.email) } as const;
    await noteAccountEvent(db, failed, readClock());
  } catch (error) {
    log().error(describeFailure(error), 'a failed sign-in was not recorded');
  }
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
    basePath: '/api/auth',
    secret: settings.appSecret ?? '',
    trustedOrigins: trustedOrigins(settings),
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { merchants, dashboardSessions, credentials, verifications, signInAttempts },
      transaction: true,
    }),
    user: { modelName: 'merchants' },
    session: {
      modelName: 'dashboardSessions',
      fields: { userId: 'merchantId' },
      cookieCache: { enabled: true, maxAge: 60 },
    },
    databaseHooks: {
      session: {
        create: { after: async ({ userId }) => await note({ merchantId: userId, type: 'account.signed_in' }) },
        delete: {
          after: async ({ userId, expiresAt }) => {
            // One that has run out is only tidied up.
            if (expiresAt > readClock()) await note({ merchantId: userId, type: 'account.signed_out' });
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
    hooks: {
      after: createAuthMiddleware(async ({ path, body, context }) => {
        const isRefused = context.returned instanceof APIError;
        // Not waited for: an address that nobody has an account with is answered as fast.
        if (path === '/sign-in/email' && isRefused) void noteFailedSignIn(db, body);
        const merchantId = context.session?.user.id;
        if (path === '/change-password' && !isRefused && merchantId) {
          await note({ merchantId, type: 'account.password_changed' });
        }
      }),
    },
    account: { modelName: 'credentials', fields: { userId: 'merchantId' } },
    verification: { modelName: 'verifications' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'signInAttempts',
      window: 60,
      max: 600,
      customRules: {
        '/sign-in/email': { window: 60, max: settings.rateLimits.signInPerMinute },
        '/request-password-reset': { window: 60, max: settings.rateLimits.signInPerMinute },
        '/sign-up/email': { window: 60, max: settings.rateLimits.signInPerMinute },
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
      onPasswordReset: async ({ user }) => await note({ merchantId: user.id, type: 'account.password_changed' }),
      sendResetPassword: async ({ user, token }) => {
        const url = `${settings.appUrl}/reset-password?token=${encodeURIComponent(token)}`;
        const letter = englishDraft(serviceLook, {
          subject: 'Set a new password',
          parts: [
            `Hello ${plainName(user.name)},`,
            'somebody, probably you, asked to set a new password for your Counterfoil account. To do so, open:',
            { kind: 'button', label: 'Set a new password', url },
            'The address works once, within the next hour. If it was not you, nothing has changed and nothing needs doing.',
          ],
        });
        const email = { kind: 'account', recipient: user.email, ...letter, isUrgent: true } as const;
        await db.transaction(async (tx) => {
          await queueEmail(tx, { merchantId: user.id }, email, readClock());
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

/** Answers a request to the account service, as Next hands it over. */
export function answerAccountCall(request: Request): Promise<Response> {
  // Behind `server/main.ts` the header holds one address: the client's, or what a trusted proxy saw last.
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const headers = { 'user-agent': request.headers.get('user-agent') ?? undefined };
  return answerFrom({ address, headers }, () => merchantAuth().handler(request));
}

/**
 * Who is signed in, from a request's cookies. Reading takes the signed cookie's word for up to a minute; `fresh` asks
 * the database, so that a session that was ended writes nothing any more.
 */
export async function readMerchant(
  headers: Headers,
  options = { fresh: false },
): Promise<{ id: string; name: string; email: string } | undefined> {
  const query = { disableCookieCache: options.fresh };
  const session = await merchantAuth().api.getSession({ headers, query });
  return session ? { id: session.user.id, name: session.user.name, email: session.user.email } : undefined;
}
