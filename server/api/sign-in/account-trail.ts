/**
 * What happens to accounts, written down: who came in and how, who tried to, and what changed in how one gets in. A part
 * of the account service that runs after all its others: a sign-in that still lacks its second step is none.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '#db/client.ts';
import { type AccountEvent, noteAccountEvent, recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { forgetProofs, forgetTrustedDevices } from '#server/accounts/data/account-safety.ts';
import { findMerchant, findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import { readClock } from '#server/platform/clock.ts';
import { logFailure } from '#server/platform/outage.ts';
import { changeEmail, isTold } from './account-emails.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Somebody who says that they are that account, and has not proved it. */
export const visitorAs = (email: string) => ({ kind: 'visitor', by: email }) as const;

/** Which ways lead in, and what each is called where it is not the password alone. */
const waysIn: Readonly<Record<string, string | null>> = {
  '/sign-up/email': null,
  '/sign-in/email': null,
  '/verify-address': null,
  '/two-factor/verify-totp': 'password and a code',
  '/two-factor/verify-backup-code': 'password and a recovery code',
  '/passkey/verify-authentication': 'passkey',
};

/**
 * Whether the end of a session, in a call to that path, is somebody signing out or being signed out. `isOwn`: it is the
 * session of the call itself, which gets another one for it, unless it asked to end.
 */
export function isSignOut(path: string | undefined, isOwn: boolean): boolean {
  // Taken back before anybody had it: the code is still to come.
  if (path === '/sign-in/email') return false;
  return !isOwn || path === '/sign-out' || path === '/end-session';
}

/** Who has given the right password and not the code yet, by the cookie that says so. */
export async function pendingAccount(ctx: Context): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  return challenge ? (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value : undefined;
}

/** Of an account that there is: anybody may try any address. */
async function noteFailedSignIn(db: Database, body: unknown): Promise<void> {
  try {
    const given = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    const account = typeof given === 'string' ? await findMerchantByEmail(db, given) : undefined;
    if (!account) return;
    const failed = { merchantId: account.id, type: 'account.sign_in_failed', actor: visitorAs(account.email) } as const;
    await noteAccountEvent(db, failed, readClock());
  } catch (error) {
    logFailure(error, 'a failed sign-in was not recorded');
  }
}

/** A second step that was refused, of whoever is on their way in. */
export async function noteFailedSecondStep(db: Database, ctx: Context): Promise<void> {
  const merchantId = await pendingAccount(ctx);
  const account = merchantId === undefined ? undefined : await findMerchant(db, merchantId);
  if (!account) return;
  const actor = visitorAs(account.email);
  await noteAccountEvent(db, { merchantId: account.id, type: 'account.second_factor_failed', actor }, readClock());
}

const nameIn = (given: unknown): { readonly name?: string } =>
  typeof given === 'object' && given !== null && 'name' in given && typeof given.name === 'string'
    ? { name: given.name }
    : {};

/** What a call that worked changed for the account that is signed in. */
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

/** Writes a change down and, where it lets somebody in, tells the account's owner. */
export async function noteChange(db: Database, change: AccountEvent, appUrl: string): Promise<void> {
  const now = readClock();
  await db.transaction(async (tx) => {
    await recordAccountEvent(tx, change, now);
    if (!isTold(change.type)) return;
    const account = await findMerchant(tx, change.merchantId);
    const url = `${appUrl}/dashboard/account`;
    if (account) await queueEmail(tx, { merchantId: account.id }, changeEmail(account, change.type, url), now);
    if (change.type === 'account.password_changed') await forgetProofs(tx, change.merchantId);
    else if (change.type !== 'account.passkey_added') await forgetTrustedDevices(tx, change.merchantId);
  });
}

export const accountTrail = (db: Database, appUrl: string) =>
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
              // Not waited for: an address that nobody has an account with is answered as fast.
              if (path === '/sign-in/email') void noteFailedSignIn(db, body);
              if (path.startsWith('/two-factor/verify-') && !session) await noteFailedSecondStep(db, ctx);
              return;
            }
            if (newSession && !session && Object.hasOwn(waysIn, path)) {
              const by = waysIn[path];
              const came = { merchantId: newSession.user.id, type: 'account.signed_in' } as const;
              await noteAccountEvent(db, { ...came, ...(by && { data: { by } }) }, readClock());
              return;
            }
            // A right code changes something where it switches the second factor on: the session is given anew for it.
            const isIdle = path === '/two-factor/verify-totp' && !newSession;
            const change = session && !isIdle ? changeBy(path, body) : undefined;
            if (change && session) await noteChange(db, { merchantId: session.user.id, ...change }, appUrl);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
