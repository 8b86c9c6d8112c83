import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator grant --email E';
export const summary = 'Grant an account the operator role. Afterwards only granted accounts are operators.';

/**
 * Grants the operator role, idempotently. Prints the account's name: an unverified address alone does not identify it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const { merchant, isNew } = await withDatabase(({ db }) =>
    db.transaction(async (tx) => {
      const found = await findMerchantByEmail(tx, email);
      if (!found) throw new Error(`No account with the email ${email}`);
      const now = new Date();
      const isNew = await grantOperator(tx, found.id, now);
      const actor = { kind: 'operator', by: 'counterfoil operator grant' } as const;
      if (isNew) await recordAccountEvent(tx, { merchantId: found.id, type: 'operator.granted', actor }, now);
      return { merchant: found, isNew };
    }),
  );
  const lines = [
    `${toShortId('MER', merchant.id)}  ${merchant.name}  (account of ${merchant.createdAt.toISOString()})`,
    `${merchant.email} ${isNew ? 'is now an operator. Only granted accounts are operators.' : 'is already an operator.'}`,
  ];
  // Control characters in a name must not reach the terminal.
  process.stdout.write(lines.map((line) => `${line.replace(/\p{Cc}+/gu, ' ')}\n`).join(''));
}
