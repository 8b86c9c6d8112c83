import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { clockRefusals, givenMoment } from '#server/stores/rules/test-clock.ts';
import { createClock } from '#server/test-clock/clock.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

/**
 * `test-clock/create`: stops the time of a store's test environment. Takes `storeId` and optionally `at`, from now on up to
 * 5 years ahead; gives `testClock`. Everything that is bought, canceled or due in the store's test environment is dated by
 * that clock, and nothing falls due until it is advanced. 400 in prod, where there is a clock already, and for a moment
 * that is past or too far; 403 unless owner or admin, 404 for a store that is not the caller's.
 */
export const create = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    at: givenMoment('at').optional().meta({ description: 'Where time stands still; absent: now' }),
  }),
  output: z.object({ testClock: shownClock }),
  docs: {
    summary: 'Stop the time of a store’s test environment',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.exists, when: 'its time stands still already' },
      { status: 400, message: clockRefusals.past, when: '`at` lies more than a minute before now' },
      { status: 400, message: clockRefusals.tooFar, when: '`at` lies further ahead' },
      ...clockStoreRefusals.last,
    ],
    example: { storeId: '$storeId' },
  },
  async run(context, { storeId, at: wanted }) {
    const { tx, actor, now } = context;
    const store = await lockClockStore(tx, context, storeId);
    const at = await createClock(tx, store, wanted, actor, now);
    return { testClock: clockObject(store, at, await readNextDue(tx, store.id, at)) };
  },
});
