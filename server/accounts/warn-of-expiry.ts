/** Warns accounts before one of their API keys expires. */
import type { Database } from '#db/client.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { claimExpiryWarning, listExpiringKeys } from './data/expiring-keys.ts';
import type { ApiKey } from './data/merchants.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'warn-of-expiry' } as const;

/**
 * Records one event for each key that expires within seven days of `now`, once for each expiry. The event triggers the
 * email. Returns the number of keys.
 */
export async function warnOfExpiry(db: Database, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const keys = await listExpiringKeys(db, now, batch);
    for (const key of keys) if (await warnOf(db, key, now)) total += 1;
    if (keys.length < batch) return total;
  }
}

const warnOf = (db: Database, found: ApiKey, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const key = await claimExpiryWarning(tx, found, now);
    if (!key) return false;
    const { id, merchantId, environment, nickname, fingerprint, expiresAt } = key;
    const about = { merchantId, storeId: null, environment, actor, type: 'api_key.expiring', objectId: id } as const;
    const data = { nickname, fingerprint, expiresAt: expiresAt?.toISOString() };
    await recordEvent(tx, { ...about, data }, now);
    return true;
  });
