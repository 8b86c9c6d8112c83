/**
 * Address verification in the account service: who may sign up, restrictions of unverified accounts, the verification
 * link, and the credentials that a password reset removes. (docs/behavior/accounts.md)
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
import { listPasskeys } from '#server/accounts/data/account-safety.ts';
import {
  applyReset,
  countsAsVerified,
  findAddressToken,
  issueAddressToken,
  needsAddressProof,
  verifyAddress,
} from '#server/accounts/data/address-proof.ts';
import { findMerchant, type Merchant } from '#server/accounts/data/merchants.ts';
import { errors } from '#server/domain/errors.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import { readClock } from '#server/platform/clock.ts';
import { mayEmailAccount } from '#server/platform/rate-limits/rate-limit.ts';
import type { Settings } from '#server/platform/settings.ts';
import { maySignUp, signUpState } from '#server/stores/sign-up.ts';
import { existingAccountEmail, verificationEmail } from './account-emails.ts';

type Account = Pick<Merchant, 'id' | 'name' | 'email'>;

/** Endpoints that need a verified address. */
const needVerification: ReadonlySet<string> = new Set([
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
]);

const unverified = (): APIError =>
  new APIError('FORBIDDEN', { message: errors.emailNotVerified().message, code: 'EMAIL_NOT_VERIFIED' });

const invalidToken = (): APIError => new APIError('BAD_REQUEST', { message: 'Invalid token', code: 'INVALID_TOKEN' });

const linkToken = z.string().min(1).max(200);

/** Throws 403 unless the account's address is verified. Reads the database, since sessions cache their account. */
export async function requireVerified(db: Database, settings: Settings, merchantId: string): Promise<void> {
  if (!needsAddressProof(settings)) return;
  const account = await findMerchant(db, merchantId);
  if (!account || !countsAsVerified(settings, account)) throw unverified();
}

/** Emails a new verification link. Skips it silently when the address has received too many. */
export async function sendVerification(db: Database, settings: Settings, account: Account): Promise<void> {
  if (settings.smtpUrl === undefined || !(await mayEmailAccount('verification', account.email, settings))) return;
  const now = readClock();
  await db.transaction(async (tx) => {
    const token = await issueAddressToken(tx, account.id, now);
    const url = `${settings.appUrl}/verify-email#token=${token}`;
    await queueEmail(tx, { merchantId: account.id }, verificationEmail(account, url), now);
  });
}

/** Emails an account's owner that someone signed up with their address. */
export async function sendExistingAccount(db: Database, settings: Settings, account: Account): Promise<void> {
  if (!(await mayEmailAccount('existing', account.email, settings))) return;
  await queueEmail(db, { merchantId: account.id }, existingAccountEmail(account, settings.appUrl), readClock());
}

const signUpFields = z.object({ email: z.string(), invitation: z.string().max(200).optional() });

async function requireSignUp(db: Database, settings: Settings, body: unknown): Promise<void> {
  const input = signUpFields.safeParse(body).data;
  // Fields of other types are rejected by better-auth.
  const fields = { email: input?.email ?? '', invitation: input?.invitation };
  if (await maySignUp(db, settings, fields, readClock())) return;
  const message =
    (await signUpState(db, settings)) === 'off'
      ? 'Sign-up is off on this service'
      : 'Sign-up on this service needs an invitation for this address';
  throw new APIError('FORBIDDEN', { message, code: settings.signUp === 'off' ? 'SIGN_UP_OFF' : 'INVITATION_REQUIRED' });
}

/** The passkeys that a reset request removes, from its validation to the moment the password is set. */
const removals = new WeakMap<Request, readonly string[]>();
const removedPasskeys = z.object({ removePasskeys: z.array(z.uuid()).max(100).optional() });

/** Updates credentials and verification when a password is reset. */
export async function resetCredentials(
  db: Database,
  settings: Settings,
  merchantId: string,
  request: Request | undefined,
): Promise<void> {
  const removing = (request && removals.get(request)) ?? [];
  await db.transaction(async (tx) => {
    const account = await findMerchant(tx, merchantId);
    if (!account) return;
    const wasVerified = countsAsVerified(settings, account);
    await applyReset(tx, merchantId, { wasVerified, removing }, readClock());
  });
}

export const accountVerification = (db: Database, settings: Settings) =>
  ({
    id: 'account-verification',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => await requireSignUp(db, settings, ctx.body)),
        },
        {
          matcher: ({ path }) => path !== undefined && needVerification.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            // Without a session this is the second step of a sign-in, or refused anyway.
            const session = await getSessionFromCtx(ctx);
            if (session) await requireVerified(db, settings, session.user.id);
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = removedPasskeys.safeParse(ctx.body);
            if (!data) throw new APIError('BAD_REQUEST', { message: 'Invalid removePasskeys', code: 'INVALID_BODY' });
            if (ctx.request) removals.set(ctx.request, data.removePasskeys ?? []);
          }),
        },
      ],
    },
    endpoints: {
      /** Sends the signed-in account a new verification link. The answer is the same if none is sent. */
      sendVerification: createAuthEndpoint(
        '/send-verification',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const account = await findMerchant(db, ctx.context.session.user.id);
          if (account && !countsAsVerified(settings, account)) await sendVerification(db, settings, account);
          return ctx.json({ status: true });
        },
      ),
      /**
       * Verifies an address by its link. The link proves only the mailbox; someone else may have created the account.
       * So the account's session or password is required as well.
       */
      verifyAddress: createAuthEndpoint(
        '/verify-address',
        { method: 'POST', body: z.object({ token: linkToken, password: z.string().max(128).optional() }) },
        async (ctx) => {
          const { token, password } = ctx.body;
          const merchantId = await findAddressToken(db, token, readClock());
          const user = merchantId === undefined ? null : await ctx.context.internalAdapter.findUserById(merchantId);
          if (merchantId === undefined || !user) throw invalidToken();
          const session = await getAuthoritativeSessionFromCtx(ctx);
          const isOwn = session?.user.id === merchantId;
          if (!isOwn) {
            if (password === undefined)
              throw new APIError('UNAUTHORIZED', { message: 'Password required', code: 'PASSWORD_REQUIRED' });
            await ctx.context.password.checkPassword(merchantId, ctx);
          }
          const now = readClock();
          await db.transaction((tx) => verifyAddress(tx, merchantId, { by: 'link' }, now));
          const account = await findMerchant(db, merchantId);
          // A second factor is requested by the normal sign-in.
          if (isOwn || account?.twoFactorEnabled) return ctx.json({ status: true, isSignedIn: isOwn });
          const opened = await ctx.context.internalAdapter.createSession(merchantId);
          await setSessionCookie(ctx, { session: opened, user });
          return ctx.json({ status: true, isSignedIn: true });
        },
      ),
      /** The passkeys of the account behind a reset link, and which of them the reset removes by default. */
      resetDetails: createAuthEndpoint(
        '/reset-details',
        { method: 'POST', body: z.object({ token: linkToken }) },
        async (ctx) => {
          const found = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${ctx.body.token}`);
          const isOpen = found && found.expiresAt > readClock();
          const account = isOpen ? await findMerchant(db, found.value) : undefined;
          if (!account) throw invalidToken();
          const isVerified = countsAsVerified(settings, account);
          const passkeys = (await listPasskeys(db, account.id)).map(({ id, name, createdAt, confirmedAt }) => ({
            id,
            name: name ?? 'Passkey',
            createdAt: createdAt?.toISOString() ?? null,
            isConfirmed: isVerified && confirmedAt !== null,
          }));
          return ctx.json({ passkeys });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
