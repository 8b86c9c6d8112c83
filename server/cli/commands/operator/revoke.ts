import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { listOperators, revokeOperator } from '#server/accounts/data/operators.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator revoke --email E';
export const summary = 'Revoke an account’s operator role. Without any grant, the first account is the operator again.';

/** Revokes the role; fails without a grant. After the last grant it prints the default operator. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const left = await withDatabase(({ db, settings }) =>
    db.transaction(async (tx) => {
      const merchant = await findMerchantByEmail(tx, email);
      if (!merchant) throw new Error(`No account with the email ${email}`);
      if (!(await revokeOperator(tx, merchant.id))) throw new Error(`${email} has no operator grant`);
      const actor = { kind: 'operator', by: 'counterfoil operator revoke' } as const;
      await recordAccountEvent(tx, { merchantId: merchant.id, type: 'operator.revoked', actor }, new Date());
      return await listOperators(tx, settings);
    }),
  );
  const defaults = left.filter(({ kind }) => kind !== 'granted').map(({ merchant }) => merchant.email);
  const isDefault = defaults.includes(email.toLowerCase());
  process.stdout.write(`${email} ${isDefault ? 'no longer has a grant' : 'is no longer an operator'}.\n`);
  if (left.length === 0)
    return void process.stdout.write('This service has no operator now: grant the role to an account.\n');
  if (defaults.length === 0) return;
  const subject = `${defaults.join(' and ')} ${defaults.length > 1 ? 'are operators' : 'is the operator'}`;
  process.stdout.write(`That was the last grant. Until the next one, ${subject}.\n`);
}
