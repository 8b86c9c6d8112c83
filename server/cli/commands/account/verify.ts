import { verifyAddress } from '#server/accounts/data/address-proof.ts';
import { changeAccount } from '../../change-account.ts';

export const usage = 'account verify --email E';
export const summary = 'Mark an account’s email address as verified, for installations without a mail server.';

export const run = (args: string[]): Promise<void> =>
  changeAccount(args, 'account verify', async ({ tx, merchant, actor, now }) => {
    const isNew = await verifyAddress(tx, merchant.id, { by: 'operator', actor }, now);
    return `${merchant.email} ${isNew ? 'is verified.' : 'was already verified. Nothing was changed.'}`;
  });
