/**
 * Renews a store's subscriptions and dies by SIGKILL before it finishes. Arguments: database URL, merchant ID, store ID,
 * the time, the number of charges before the fatal one, and `before` or `after` that charge.
 */
import { openDatabase } from '#db/client.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';

const [url = '', merchantId = '', storeId = '', moment = '', count = '', when] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 4 });
const sandbox = sandboxProvider(db);
let remaining = Number(count);

const provider: PaymentProvider = {
  ...sandbox,
  async charge(charge, now) {
    remaining -= 1;
    if (remaining >= 0) return await sandbox.charge(charge, now);
    if (when === 'after') await sandbox.charge(charge, now);
    process.kill(process.pid, 'SIGKILL');
    return await new Promise(() => {});
  },
};

await renewSubscriptions(db, new Date(moment), { scope: { merchantId, storeId }, providerOf: () => provider });
