/**
 * Makes the refunds of a store and dies by SIGKILL in the middle of the first: the crash of the crash tests is a real
 * one. Arguments: database URL, the store's id, the moment, and `before` or `after` the provider has made it.
 */
import { openDatabase } from '#db/client.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';

const [url = '', storeId = '', at = '', when] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
const sandbox = sandboxProvider(db);

await executeRefunds(db, new Date(at), {
  scope: { storeId },
  providerOf: () => ({
    ...sandbox,
    async refund(refund, now) {
      if (when === 'after') await sandbox.refund(refund, now);
      process.kill(process.pid, 'SIGKILL');
      return await new Promise(() => {});
    },
  }),
});
