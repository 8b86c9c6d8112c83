import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { shortId } from '../../domain/fields.ts';
import { clockRefusals } from '../../domain/test-clock.ts';
import { resetClock } from '../../test-clock/clock.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

/**
 * `test-clock/reset`: real time again in a store's test environment. Takes `storeId`; gives `testClock`, whose `at` is
 * null. What was dated meanwhile stays as it is: a subscription that was paid until next year is charged next year. 400 in
 * prod and where there is no clock, 409 while it is being advanced, 403 unless owner or admin, 404 for a store that is not
 * the caller's.
 */
export const reset = defineAction({
  callers: ['apiKey', 'dashboard'],
  layer: 'store',
  input: z.object({ storeId: shortId('STO') }),
  output: z.object({ testClock: shownClock }),
  docs: {
    summary: 'Take a store’s test clock away: real time again',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.none, when: 'its time does not stand still' },
      { status: 409, message: clockRefusals.running, when: 'an advance is under way' },
      ...clockStoreRefusals.last,
    ],
    example: { storeId: '$storeId' },
  },
  async run(context, { storeId }) {
    const { tx, actor, now } = context;
    const store = await lockClockStore(tx, context, storeId);
    await resetClock(tx, store, actor, now);
    return { testClock: clockObject(store, null, null) };
  },
});
