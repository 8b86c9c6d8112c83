import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { disableTwoFactor } from '#server/accounts/data/account-safety.ts';
import { changeAccount } from '../../change-account.ts';

export const usage = 'account reset-two-factor --email E';
export const summary = 'Disable two-factor authentication of an account that lost its app and recovery codes.';

/** Keeps the password and the passkeys. */
export const run = (args: string[]): Promise<void> =>
  changeAccount(args, 'account reset-two-factor', async ({ tx, merchant, actor, now }) => {
    if (!(await disableTwoFactor(tx, merchant.id, now)))
      return `Two-factor authentication of ${merchant.email} was not enabled. Nothing was changed.`;
    await recordAccountEvent(tx, { merchantId: merchant.id, type: 'account.two_factor_reset', actor }, now);
    return `Two-factor authentication of ${merchant.email} is disabled: sign-in needs only the password or a passkey.`;
  });
