/**
 * Advances a store's test clock and dies by SIGKILL before it finishes. Arguments: database URL, store ID, target time
 * (ISO 8601), the step to die in, and the delay in milliseconds within that step.
 */
import { openDatabase } from '#db/client.ts';
import { findStoreScope } from '#server/stores/data/store-merchants.ts';
import { lockStore } from '#server/stores/stores.ts';
import { runAdvance, startAdvance } from '#server/test-clock/advance.ts';

const [url = '', storeId = '', to = '', step = '0', delayMs = '0'] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 4 });
const started = await db.transaction(async (tx) => {
  const scope = await findStoreScope(tx, storeId);
  const store = scope && (await lockStore(tx, scope));
  if (!store) throw new Error('there is no such store');
  return await startAdvance(tx, store, new Date(to), new Date());
});
let remaining = Number(step);
await runAdvance(db, started, {
  actor: { kind: 'operator', by: 'test' },
  readClock: () => new Date(),
  async onProgress() {
    remaining -= 1;
    if (remaining !== 0) return;
    const die = () => process.kill(process.pid, 'SIGKILL');
    if (delayMs === '0') die();
    else setTimeout(die, Number(delayMs));
  },
});
