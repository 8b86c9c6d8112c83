import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { inviteToSignUp, signUpLink } from '#server/stores/sign-up.ts';
import { readEmail } from '../../read-option.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator invite --email E';
export const summary = 'Print a sign-up link for an email address where SIGN_UP=invited.';

/** The link is valid for a week and for one account. An earlier link for the address stops working. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const link = await withDatabase(({ db, settings }) =>
    db.transaction(async (tx) => {
      if (await findMerchantByEmail(tx, email)) throw new Error(`An account with the email ${email} already exists`);
      return signUpLink(settings.appUrl, await inviteToSignUp(tx, email, new Date()));
    }),
  );
  process.stdout.write(`${link}\nValid for 7 days, for ${email.toLowerCase()} only.\n`);
}
