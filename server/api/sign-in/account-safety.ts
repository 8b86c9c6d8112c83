/**
 * Restrictions on the account service that better-auth lacks: an ended session changes nothing, names are bounded, the
 * password can be confirmed again, and a session can be ended without its token.
 */
import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getAuthoritativeSessionFromCtx,
  getSessionFromCtx,
  sensitiveSessionMiddleware,
} from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { findSessionToken } from '#server/accounts/data/account-safety.ts';

const maxPasskeyNameLength = 64;

/**
 * Changes for which better-auth accepts the session cookie alone, which stays valid for a minute after the session
 * ends.
 */
const guarded: ReadonlySet<string> = new Set([
  '/update-user',
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/update-passkey',
  '/passkey/delete-passkey',
]);

function requireName(body: unknown): void {
  if (z.object({ name: z.string().trim().min(1) }).safeParse(body).success) return;
  throw new APIError('BAD_REQUEST', { message: 'Name must be text', code: 'INVALID_NAME' });
}

const namesPasskey: ReadonlySet<string> = new Set(['/passkey/update-passkey', '/passkey/delete-passkey']);

function requireShortName(body: unknown): void {
  const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;
  if (typeof name !== 'string' || (name.trim() !== '' && name.trim().length <= maxPasskeyNameLength)) return;
  const message = `Name must have 1 to ${maxPasskeyNameLength} characters`;
  throw new APIError('BAD_REQUEST', { message, code: 'INVALID_PASSKEY_NAME' });
}

/** Rejects malformed ids, on which the database query would fail. */
function requirePasskeyId(body: unknown): void {
  if (z.object({ id: z.uuid() }).safeParse(body).success) return;
  throw new APIError('NOT_FOUND', { message: 'Passkey not found', code: 'PASSKEY_NOT_FOUND' });
}

export const accountSafety = (db: Database) =>
  ({
    id: 'account-safety',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && guarded.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            requireShortName(ctx.path.startsWith('/passkey/') ? ctx.body : undefined);
            const cachedSession = await getSessionFromCtx(ctx);
            if (cachedSession && !(await getAuthoritativeSessionFromCtx(ctx))) {
              throw new APIError('UNAUTHORIZED', { message: 'Unauthorized', code: 'UNAUTHORIZED' });
            }
            if (ctx.path === '/update-user') requireName(ctx.body);
            if (namesPasskey.has(ctx.path)) requirePasskeyId(ctx.body);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, authCookies, secret, internalAdapter } = ctx.context;
            const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
            if (!newSession || !token || token === newSession.session.token) return;
            // The session before the password was confirmed again, which nothing else would end.
            const former = await internalAdapter.findSession(token);
            if (former?.user.id === newSession.user.id) await internalAdapter.deleteSession(token);
          }),
        },
      ],
    },
    endpoints: {
      /**
       * Accepts the password in place of a new sign-in: for the next minutes, changes that need a fresh sign-in are
       * allowed.
       */
      confirmPassword: createAuthEndpoint(
        '/confirm-password',
        { method: 'POST', body: z.object({ password: z.string().max(128) }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          await ctx.context.password.checkPassword(user.id, ctx);
          const renewed = await ctx.context.internalAdapter.createSession(user.id, false, session);
          await setSessionCookie(ctx, { session: renewed, user });
          await ctx.context.internalAdapter.deleteSession(session.token);
          return ctx.json({ status: true });
        },
      ),
      /** Ends another session of the account by id. Tokens never leave the browsers that own them. */
      endSession: createAuthEndpoint(
        '/end-session',
        { method: 'POST', body: z.object({ id: z.uuid() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const token = await findSessionToken(db, ctx.context.session.user.id, ctx.body.id);
          if (token === undefined) throw new APIError('NOT_FOUND', { message: 'Session not found' });
          await ctx.context.internalAdapter.deleteSession(token);
          return ctx.json({ status: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
