import { verifyAddress } from '#server/accounts/data/address-proof.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'account verify --email E';
export const summary = 'Mark an account’s email address as verified, for installations without a mail server.';

/** Verifies the address of the account that currently uses it. Prints the account. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const { merchant, isNew } = await withDatabase(({ db }) =>
    db.transaction(async (tx) => {
      const merchant = await findMerchantByEmail(tx, email);
      if (!merchant) throw new Error(`No account with the email ${email}`);
      const actor = { kind: 'operator', by: 'counterfoil account verify' } as const;
      return { merchant, isNew: await verifyAddress(tx, merchant.id, { by: 'operator', actor }, new Date()) };
    }),
  );
  const lines = [
    `${toShortId('MER', merchant.id)}  ${merchant.name}  (account of ${merchant.createdAt.toISOString()})`,
    `${merchant.email} ${isNew ? 'is verified.' : 'was already verified. Nothing was changed.'}`,
  ];
  // Control characters in a name must not reach the terminal.
  process.stdout.write(lines.map((line) => `${line.replace(/\p{Cc}+/gu, ' ')}\n`).join(''));
}
