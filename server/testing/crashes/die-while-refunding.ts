/**
 * Executes the refunds of a store and dies by SIGKILL during the first one. Arguments: database URL, merchant ID, store ID,
 * the time, and `before` or `after` the provider has executed it.
 */
import { openDatabase } from '#db/client.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';

const [url = '', merchantId = '', storeId = '', at = '', when] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
const sandbox = sandboxProvider(db);

await executeRefunds(db, new Date(at), {
  scope: { merchantId, storeId },
  providerOf: () => ({
    ...sandbox,
    async refund(refund, now) {
      if (when === 'after') await sandbox.refund(refund, now);
      process.kill(process.pid, 'SIGKILL');
      return await new Promise(() => {});
    },
  }),
});
