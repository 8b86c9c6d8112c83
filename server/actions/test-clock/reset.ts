import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { clockRefusals, describeRunAhead } from '#server/stores/rules/test-clock.ts';
import { resetClock } from '#server/test-clock/clock.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

/**
 * `test-clock/reset`: removes a store's test clock. A running advance stops, and its call answers 409. Dates set by the
 * clock stay: a subscription paid until next year is charged next year, and a warning counts such subscriptions.
 * Pending payments and refunds are processed immediately.
 */
export const reset = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ storeId: shortId('STO') }),
  output: z.object({ testClock: shownClock }),
  docs: {
    summary: 'Remove a store’s test clock; dates do not change',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.none, when: 'the store has no test clock' },
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
