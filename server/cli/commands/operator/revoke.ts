import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { listOperators, revokeOperator } from '#server/accounts/data/operators.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator revoke --email E';
export const summary = 'Take back what `operator grant` gave; after the last one, the first account reviews again.';

/** Revokes the role; fails without a grant. After the last grant it prints the default operator. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const left = await withDatabase(({ db, settings }) =>
    db.transaction(async (tx) => {
      const merchant = await findMerchantByEmail(tx, email);
      if (!merchant) throw new Error(`There is no account with the email ${email}`);
      if (!(await revokeOperator(tx, merchant.id))) throw new Error(`${email} has not been granted that`);
      const actor = { kind: 'operator', by: 'counterfoil operator revoke' } as const;
      await recordAccountEvent(tx, { merchantId: merchant.id, type: 'operator.revoked', actor }, new Date());
      return await listOperators(tx, settings);
    }),
  );
  const standIns = left.filter(({ kind }) => kind !== 'granted').map(({ merchant }) => merchant.email);
  const isStandIn = standIns.includes(email.toLowerCase());
  process.stdout.write(`${email} ${isStandIn ? 'has been granted it no longer' : 'no longer reviews'}.\n`);
  if (left.length === 0)
    return void process.stdout.write('Nobody operates this service now: grant it to an account.\n');
  if (standIns.length === 0) return;
  const who = `${standIns.join(' and ')} ${standIns.length > 1 ? 'review' : 'reviews'}`;
  process.stdout.write(`That was the last one: from now on ${who}, until somebody is granted it.\n`);
}
