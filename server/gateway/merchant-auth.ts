/**
 * Merchants' accounts: sign-up, sign-in, sign-out and password reset are better-auth's, on our own tables.
 * Its "user" is our merchant. (decisions.md, "Rate limits": sign-in.)
 */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { database } from '../../db/client.ts';
import { credentials, dashboardSessions, merchants, signInAttempts, verifications } from '../../db/schema/index.ts';
import { readClock } from '../clock.ts';
import { newId } from '../domain/ids.ts';
import { plainName } from '../domain/quoted-name.ts';
import { queueEmail } from '../queries/emails.ts';
import { settings as readSettings, type Settings } from '../settings.ts';

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

function openAuth(settings: Settings) {
  const { db } = database(settings);
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
      user: {
        create: {
          before: async ({ name }) => {
            // It travels in the session's cookies, which have little room.
            if (name.length > longestName)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${longestName} characters` });
          },
        },
        update: {
          before: async ({ name }) => {
            if (name && name.length > longestName)
              throw new APIError('BAD_REQUEST', { message: `Name cannot exceed ${longestName} characters` });
          },
        },
      },
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
      sendResetPassword: async ({ user, token }) => {
        const body = [
          `Hello ${plainName(user.name)},`,
          '',
          'somebody, probably you, asked to set a new password for your Counterfoil account. To do so, open:',
          '',
          `${settings.appUrl}/reset-password?token=${encodeURIComponent(token)}`,
          '',
          'The address works once, within the next hour. If it was not you, nothing has changed and nothing needs doing.',
        ].join('\n');
        const email = { recipient: user.email, subject: 'Set a new password', body, isUrgent: true };
        await queueEmail(db, { merchantId: user.id }, email, readClock());
      },
    },
  });
}

type Auth = ReturnType<typeof openAuth>;
const kept = globalThis as typeof globalThis & { counterfoilAuth?: Auth };

/** This process's account service. */
export function merchantAuth(): Auth {
  kept.counterfoilAuth ??= openAuth(readSettings());
  return kept.counterfoilAuth;
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
