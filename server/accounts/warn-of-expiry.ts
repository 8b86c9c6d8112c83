/** Warns accounts before one of their API keys expires. */
import type { Database } from '#db/client.ts';
import { recordEvents } from '#server/events/data/events.ts';
import { lockExpiringKeys, saveExpiryWarnings } from './data/expiring-keys.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'warn-of-expiry' } as const;

/**
 * Records one event for each key that expires within seven days of `now`, once for each expiry. The event triggers the
 * email. Returns the number of keys.
 */
export async function warnOfExpiry(db: Database, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const keys = await lockExpiringKeys(tx, now, batch);
      await saveExpiryWarnings(tx, keys);
      const warnings = keys.map(({ id, merchantId, environment, nickname, fingerprint, expiresAt }) => ({
        ...({ merchantId, storeId: null, environment, actor, type: 'api_key.expiring', objectId: id } as const),
        data: { nickname, fingerprint, expiresAt: expiresAt?.toISOString() },
      }));
      await recordEvents(tx, warnings, now);
      return keys.length;
    });
    total += count;
    if (count < batch) return total;
  }
}
