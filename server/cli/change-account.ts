/** Shared parts of the commands that change one account, named by `--email`. */
import type { Tx } from '#db/client.ts';
import { findMerchantByEmail, type Merchant } from '#server/accounts/data/merchants.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { readEmail } from './read-option.ts';
import { parseOptions } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

interface AccountChange {
  readonly tx: Tx;
  readonly merchant: Merchant;
  readonly actor: Actor;
  readonly now: Date;
}

/** Changes the account in one transaction. Prints the account and the outcome, a sentence, that `change` returns. */
export async function changeAccount(
  args: string[],
  command: string,
  change: (context: AccountChange) => Promise<string>,
): Promise<void> {
  const { values } = parseOptions({ args, options: { email: { type: 'string' } } });
  const email = readEmail(values.email);
  const lines = await withDatabase(({ db }) =>
    db.transaction(async (tx) => {
      const merchant = await findMerchantByEmail(tx, email);
      if (!merchant) throw new Error(`No account with the email ${email}`);
      const actor = { kind: 'operator', by: `counterfoil ${command}` } as const;
      const outcome = await change({ tx, merchant, actor, now: new Date() });
      return [
        `${toShortId('MER', merchant.id)}  ${merchant.name}  (account of ${merchant.createdAt.toISOString()})`,
        outcome,
      ];
    }),
  );
  // Control characters in a name must not reach the terminal.
  process.stdout.write(lines.map((line) => `${line.replace(/\p{Cc}+/gu, ' ')}\n`).join(''));
}
