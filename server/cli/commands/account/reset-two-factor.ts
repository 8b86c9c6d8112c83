import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { disableTwoFactor } from '#server/accounts/data/account-safety.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'account reset-two-factor --email E';
export const summary = 'Disable two-factor authentication of an account that lost its app and recovery codes.';

/** Keeps the password and the passkeys. Prints the account and the result. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const { merchant, wasOn } = await withDatabase(({ db }) =>
    db.transaction(async (tx) => {
      const merchant = await findMerchantByEmail(tx, email);
      if (!merchant) throw new Error(`No account with the email ${email}`);
      const now = new Date();
      const wasOn = await disableTwoFactor(tx, merchant.id, now);
      const actor = { kind: 'operator', by: 'counterfoil account reset-two-factor' } as const;
      if (wasOn)
        await recordAccountEvent(tx, { merchantId: merchant.id, type: 'account.two_factor_reset', actor }, now);
      return { merchant, wasOn };
    }),
  );
  const lines = [
    `${toShortId('MER', merchant.id)}  ${merchant.name}  (account of ${merchant.createdAt.toISOString()})`,
    wasOn
      ? `Two-factor authentication of ${merchant.email} is disabled: sign-in needs only the password or a passkey.`
      : `Two-factor authentication of ${merchant.email} was not enabled. Nothing was changed.`,
  ];
  // Control characters in a name must not reach the terminal.
  process.stdout.write(lines.map((line) => `${line.replace(/\p{Cc}+/gu, ' ')}\n`).join(''));
}
