/**
 * What guards the ways into an account beyond what better-auth's own parts ask for: a session that was ended changes
 * nothing, names are bounded, one can confirm that it is still oneself, and end a session without knowing its token.
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

/** Changes that better-auth lets the session's cookie vouch for, which outlives its session by a minute. */
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

/** An id that is none is no passkey's; the database would not even look. */
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
            const told = await getSessionFromCtx(ctx);
            if (told && !(await getAuthoritativeSessionFromCtx(ctx))) {
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
            // The session that had to show once more who it is: nobody would end it.
            const former = await internalAdapter.findSession(token);
            if (former?.user.id === newSession.user.id) await internalAdapter.deleteSession(token);
          }),
        },
      ],
    },
    endpoints: {
      /** Takes the password for a sign-in anew: what needs a fresh one may be done for the next minutes. */
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
      /** Ends another of the account's sessions, by its id: their tokens stay with the browsers that have them. */
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
