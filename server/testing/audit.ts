/** Creates events for the audit trail. Their merchants need only an ID. */
import type { Database } from '#db/client.ts';
import { newId } from '#server/domain/ids.ts';
import { type NewEvent, recordEvents } from '#server/events/data/events.ts';

/** Records `count` events of one merchant on several objects. The data of each event is unique. */
export async function recordMany(db: Database, merchantId: string, count: number, at: Date): Promise<void> {
  const objects = Array.from({ length: Math.ceil(count / 10) }, newId);
  const newEvents = Array.from({ length: count }, (_, index): NewEvent => {
    const objectId = objects[index % objects.length] ?? '';
    const subject = { type: 'store.updated', objectId } as const;
    const actor = { kind: 'dashboard', by: 'MER', from: { address: '203.0.113.7' } } as const;
    return { merchantId, storeId: null, environment: 'test', ...subject, actor, data: { index, name: 'Café' } };
  });
  for (let from = 0; from < count; from += 1000) {
    await db.transaction((tx) => recordEvents(tx, newEvents.slice(from, from + 1000), at));
  }
}
