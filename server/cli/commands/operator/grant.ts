import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { changeAccount } from '../../change-account.ts';

export const usage = 'operator grant --email E';
export const summary = 'Grant an account the operator role. Afterwards only granted accounts are operators.';

/**
 * Grants the operator role, idempotently. Prints the account's name: an unverified address alone does not identify it.
 */
export const run = (args: string[]): Promise<void> =>
  changeAccount(args, 'operator grant', async ({ tx, merchant, actor, now }) => {
    if (!(await grantOperator(tx, merchant.id, now))) return `${merchant.email} is already an operator.`;
    await recordAccountEvent(tx, { merchantId: merchant.id, type: 'operator.granted', actor }, now);
    return `${merchant.email} is now an operator. Only granted accounts are operators.`;
  });
