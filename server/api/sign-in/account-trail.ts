/**
 * Records the events of accounts: sign-ins, failed sign-ins, and changes to how the account signs in. This plugin of the
 * account service runs after all others, so a sign-in that still needs its second step is not recorded as one.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '#db/client.ts';
import {
  type AccountEvent,
  recordAccountEvent,
  recordAccountEventAlone,
} from '#server/accounts/data/account-events.ts';
import { deletePasswordProofs, deleteTrustedDevices } from '#server/accounts/data/account-safety.ts';
import { findMerchant, findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { readClock } from '#server/platform/clock.ts';
import { logFailure } from '#server/platform/outage.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** A person who claims to be that account and has not proved it. */
export const visitorAs = (email: string) => ({ kind: 'visitor', by: email }) as const;

/** The calls that sign in, with the name of the method unless it is the password alone. */
const signInMethods: Readonly<Record<string, string | null>> = {
  '/sign-up/email': null,
  '/sign-in/email': null,
  '/verify-address': null,
  '/two-factor/verify-totp': 'password and a code',
  '/two-factor/verify-backup-code': 'password and a recovery code',
  '/passkey/verify-authentication': 'passkey',
};

/**
 * Whether the end of a session in a call to that path is a sign-out. `isOwn`: the call's own session ended, which the call
 * replaces unless it is a sign-out.
 */
export function isSignOut(path: string | undefined, isOwn: boolean): boolean {
  // The session is withdrawn before it is used: the second step follows.
  if (path === '/sign-in/email') return false;
  return !isOwn || path === '/sign-out' || path === '/end-session';
}

/** The account that gave the right password and not the code yet, by its cookie. */
export async function pendingAccount(ctx: Context): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  return challenge ? (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value : undefined;
}

/** Records a failed sign-in of an existing account; anyone can try any address. */
async function recordFailedSignIn(db: Database, body: unknown): Promise<void> {
  try {
    const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    const account = typeof email === 'string' ? await findMerchantByEmail(db, email) : undefined;
    if (!account) return;
    const failed = { merchantId: account.id, type: 'account.sign_in_failed', actor: visitorAs(account.email) } as const;
    await recordAccountEventAlone(db, failed, readClock());
  } catch (error) {
    logFailure(error, 'could not record a failed sign-in');
  }
}

/** Records a refused second step. */
export async function recordFailedSecondStep(db: Database, ctx: Context): Promise<void> {
  const merchantId = await pendingAccount(ctx);
  const account = merchantId === undefined ? undefined : await findMerchant(db, merchantId);
  if (!account) return;
  const actor = visitorAs(account.email);
  await recordAccountEventAlone(
    db,
    { merchantId: account.id, type: 'account.second_factor_failed', actor },
    readClock(),
  );
}

const nameIn = (body: unknown): { readonly name?: string } =>
  typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string'
    ? { name: body.name }
    : {};

/** The change that a successful call made to the signed-in account. */
function changeBy(path: string, body: unknown): Pick<AccountEvent, 'type' | 'data'> | undefined {
  switch (path) {
    case '/change-password':
      return { type: 'account.password_changed' };
    case '/two-factor/verify-totp':
      return { type: 'account.two_factor_enabled' };
    case '/two-factor/disable':
      return { type: 'account.two_factor_disabled' };
    case '/two-factor/generate-backup-codes':
      return { type: 'account.recovery_codes_made' };
    case '/passkey/verify-registration':
      return { type: 'account.passkey_added', data: nameIn(body) };
    case '/passkey/update-passkey':
      return { type: 'account.passkey_renamed', data: nameIn(body) };
    case '/passkey/delete-passkey':
      return { type: 'account.passkey_removed' };
    default:
      return undefined;
  }
}

/** Records a change to how the account signs in. The email to its owner follows from the event. */
export async function recordAccountChange(db: Database, change: AccountEvent): Promise<void> {
  const { merchantId, type } = change;
  await db.transaction(async (tx) => {
    await recordAccountEvent(tx, change, readClock());
    if (type === 'account.password_changed') await deletePasswordProofs(tx, merchantId);
    const isTwoFactor = type === 'account.two_factor_enabled' || type === 'account.two_factor_disabled';
    if (isTwoFactor) await deleteTrustedDevices(tx, merchantId);
  });
}

export const accountTrail = (db: Database) =>
  ({
    id: 'account-trail',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const { path, body, context } = ctx;
            const { newSession, session } = context;
            if (context.returned instanceof APIError) {
              // Not awaited, so that the response time does not reveal whether the address has an account.
              if (path === '/sign-in/email') void recordFailedSignIn(db, body);
              if (path.startsWith('/two-factor/verify-') && !session) await recordFailedSecondStep(db, ctx);
              return;
            }
            if (newSession && !session && Object.hasOwn(signInMethods, path)) {
              const by = signInMethods[path];
              const signedIn = { merchantId: newSession.user.id, type: 'account.signed_in' } as const;
              await recordAccountEventAlone(db, { ...signedIn, ...(by && { data: { by } }) }, readClock());
              return;
            }
            // A right code is a change only if it turns two-factor on, which issues a new session.
            const isIdle = path === '/two-factor/verify-totp' && !newSession;
            const change = session && !isIdle ? changeBy(path, body) : undefined;
            if (change && session) await recordAccountChange(db, { merchantId: session.user.id, ...change });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
