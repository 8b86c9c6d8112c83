import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { clockRefusals, describeRunAhead } from '#server/stores/rules/test-clock.ts';
import { resetClock } from '#server/test-clock/clock.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

/**
 * `test-clock/reset`: real time again in a store's test environment. Takes `storeId`; gives `testClock`, whose `at` is
 * null. An advance that is under way stops where it has come to, and its call answers 409. What was dated meanwhile stays as
 * it is: a subscription that was paid until next year is charged next year, and a warning says how many there are. Payments
 * and refunds that wait for their outcome are seen to at once. 400 in prod and where there is no clock, 403 unless owner or
 * admin, 404 for a store that is not the caller's.
 */
export const reset = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({ storeId: shortId('STO') }),
  output: z.object({ testClock: shownClock }),
  docs: {
    summary: 'Take a store’s test clock away: real time again, with all dates as they are',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.none, when: 'its time does not stand still' },
      ...clockStoreRefusals.last,
    ],
    example: { storeId: '$storeId' },
  },
  async run(context, { storeId }) {
    const { tx, actor, now, warn } = context;
    const store = await lockClockStore(tx, context, storeId);
    const { at, runAhead } = await resetClock(tx, store, actor, now);
    if (runAhead) warn(...describeRunAhead(runAhead, at));
    return { testClock: clockObject(store, null, null) };
  },
});
