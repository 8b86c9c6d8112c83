import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { clockRefusals, momentField } from '#server/stores/rules/test-clock.ts';
import { createClock } from '#server/test-clock/clock.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

/**
 * `test-clock/create`: stops the time of a store's test environment, now or at a time up to 5 years ahead. All test
 * purchases, cancellations and due dates use that clock, and nothing falls due until it advances.
 */
export const create = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    at: momentField('at').optional().meta({ description: 'The initial time of the clock; defaults to now' }),
  }),
  output: z.object({ testClock: shownClock }),
  docs: {
    summary: 'Create a test clock for a store',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.exists, when: 'the store already has a test clock' },
      { status: 400, message: clockRefusals.past, when: '`at` is more than a minute in the past' },
      { status: 400, message: clockRefusals.tooFar, when: '`at` is more than 5 years ahead' },
      ...clockStoreRefusals.last,
    ],
    example: { storeId: '$storeId' },
  },
  async run(context, { storeId, at: wanted }) {
    const { tx, actor, now } = context;
    const store = await lockClockStore(tx, context, storeId);
    const at = await createClock(tx, store, wanted, actor, now);
    return { testClock: clockObject(store, at, await readNextDue(tx, scopeOfStore(store), at)) };
  },
});
