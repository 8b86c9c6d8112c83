/**
 * Chains waiting events into the audit trail and dies by SIGKILL in the second batch, `before` or `after` its links are
 * written. Arguments: database URL, and when.
 */
import { openDatabase } from '#db/client.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import { relayEvents } from '#server/events/relay-events.ts';

const [url = '', when] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
let batches = 0;

await relayEvents(db, new Date(), {
  consumers: [
    {
      ...auditTrail,
      async handle(tx, events, now) {
        batches += 1;
        if (batches < 2 || when === 'after') await auditTrail.handle(tx, events, now);
        if (batches === 2) {
          process.kill(process.pid, 'SIGKILL');
          await new Promise(() => {});
        }
      },
    },
  ],
});
