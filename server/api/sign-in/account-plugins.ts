/** The plugins of the account service: passkeys, a second factor and our own. */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Database } from '#db/client.ts';
import { countPasskeys, findPasskeyOwner, maxPasskeys } from '#server/accounts/data/account-safety.ts';
import type { Settings } from '#server/platform/settings.ts';
import { accountCodes } from './account-codes.ts';
import { accountSafety } from './account-safety.ts';
import { accountTrail } from './account-trail.ts';
import { accountVerification, requireVerified } from './account-verification.ts';

const trustedDeviceSeconds = 30 * 24 * 3600;

/** On loopback the service answers to both names, and a browser sends the typed one as its origin. */
export function trustedOrigins({ appUrl }: Settings): string[] {
  const url = new URL(appUrl);
  const loopback = ['localhost', '127.0.0.1'];
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`);
}

/** Passkeys are bound to a domain name. Loopback addresses therefore use `localhost`. */
function passkeyDomain(settings: Settings) {
  const { hostname } = new URL(settings.appUrl);
  return { rpID: hostname === '127.0.0.1' ? 'localhost' : hostname, origin: trustedOrigins(settings) };
}

/** Requires that the device was unlocked, since a passkey replaces password and second factor. */
function requireUnlocked(isUnlocked: boolean): void {
  if (isUnlocked) return;
  const message = 'The passkey was used without unlocking the device';
  throw new APIError('UNAUTHORIZED', { message, code: 'PASSKEY_NOT_UNLOCKED' });
}

/** Rejects passkeys of unverified accounts: someone else may have registered the address and the passkey. */
async function requireOwnerVerified(db: Database, settings: Settings, credentialId: string): Promise<void> {
  const owner = await findPasskeyOwner(db, credentialId);
  if (owner !== undefined) await requireVerified(db, settings, owner);
}

/** Ways to sign in besides the password, and the audit of all of them. */
export const accountPlugins = (db: Database, settings: Settings) => [
  twoFactor({
    issuer: 'Counterfoil',
    trustDeviceMaxAge: trustedDeviceSeconds,
    twoFactorTable: 'twoFactors',
    schema: { twoFactor: { fields: { userId: 'merchantId' } } },
  }),
  passkey({
    ...passkeyDomain(settings),
    rpName: 'Counterfoil',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    schema: { passkey: { modelName: 'passkeys', fields: { userId: 'merchantId' } } },
    registration: {
      afterVerification: async ({ user, verification }) => {
        requireUnlocked(verification.registrationInfo?.userVerified ?? false);
        if ((await countPasskeys(db, user.id)) < maxPasskeys) return;
        throw new APIError('BAD_REQUEST', { message: `At most ${maxPasskeys} passkeys`, code: 'TOO_MANY_PASSKEYS' });
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        requireUnlocked(verification.authenticationInfo.userVerified);
        await requireOwnerVerified(db, settings, clientData.id);
      },
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  }),
  accountSafety(db),
  accountVerification(db, settings),
  accountCodes(db),
  accountTrail(db),
];
