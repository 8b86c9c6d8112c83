/** A store's test clock: set, and taken away again. Advancing it is a file of its own. */
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { clockRefusal, readClockStart } from '../domain/test-clock.ts';
import { recordEvent } from '../queries/events.ts';
import type { Store } from '../queries/stores.ts';
import { findOpenAdvance, saveAdvance, setTestClock } from '../queries/test-clocks.ts';

/** An event of a locked store about its clock. */
export const recordClockEvent = (
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  type: 'test_clock.created' | 'test_clock.advanced' | 'test_clock.reset',
  data: Readonly<Record<string, string>>,
  actor: Actor,
  now: Date,
): Promise<void> => {
  const about = { objectType: 'store', objectId: store.id, merchantId: store.merchantId, storeId: store.id } as const;
  return recordEvent(tx, { ...about, environment: 'test', type, data, actor }, now);
};

/**
 * Stops the time of a locked store's test environment: at `wanted`, else now. What was due until then is done at that
 * moment. 400 where it stands still already, and for a moment that is past or too far ahead.
 */
export async function createClock(
  tx: Tx,
  store: Store,
  wanted: Date | undefined,
  actor: Actor,
  now: Date,
): Promise<Date> {
  if (store.testClockAt) throw clockRefusal('exists');
  const at = readClockStart(wanted, now);
  await setTestClock(tx, store.id, at);
  await recordClockEvent(tx, store, 'test_clock.created', { at: at.toISOString() }, actor, at);
  return at;
}

/**
 * Gives a locked store real time again. What was dated meanwhile stays as it is: what is due later than now waits for
 * that day. An advance that broke off is over. 400 where there is no clock, 409 while it is being advanced.
 */
export async function resetClock(tx: Tx, store: Store, actor: Actor, now: Date): Promise<void> {
  if (!store.testClockAt) throw clockRefusal('none');
  const open = await findOpenAdvance(tx, store.id);
  if (open && open.leasedUntil > now) throw clockRefusal('running');
  if (open) await saveAdvance(tx, open, { endsAt: store.testClockAt, finishedAt: now }, now);
  await setTestClock(tx, store.id, null);
  await recordClockEvent(tx, store, 'test_clock.reset', { at: store.testClockAt.toISOString() }, actor, now);
}
