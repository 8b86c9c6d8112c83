import { z } from 'zod';
import { shortId, shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { clockRefusals, momentField } from '#server/stores/rules/test-clock.ts';
import { runAdvance, startAdvance } from '#server/test-clock/advance.ts';
import { processSemaphore } from '#server/test-clock/semaphore.ts';
import { maxTimelineLength, readTimeline } from '#server/test-clock/timeline.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

const shownEntry = z
  .object({
    id: shownUuid().meta({ description: 'The event’s ID' }),
    at: shownMoment().meta({ description: 'Time on the store’s clock' }),
    type: z.string().meta({ example: 'subscription.renewed' }),
    objectType: z.string().meta({ example: 'order' }),
    objectId: z.string().meta({ description: 'A Short ID if the object’s kind has one, otherwise a UUID' }),
    paymentId: shownId('PAY').nullable().meta({ description: 'The related payment, if any' }),
    summary: z.string().meta({ example: 'Subscription renewed, period 2' }),
  })
  .meta({ schemaName: 'TimelineEntry' });

/** How long one call works. A store with many due jobs needs several calls. */
const maxMs = 60_000;
const tooMuch = [
  'One call could not process everything that was due; the clock shows the time it has reached',
  'Call again with the same `to` (and another idempotency key, if you send one); the timeline continues there.',
] as const;

/**
 * `test-clock/advance`: advances a store's test clock to a time, at most 5 years ahead. Reminders, renewals, retries,
 * ends, expiries and refunds run in order, each at its due time. Returns a timeline of up to 2,000 entries.
 * It works in many transactions. An interrupted advance is continued by the same call or by the worker, and a repeat
 * returns the same timeline. After a minute it stops with a warning. One advance per merchant runs at a time (409), and
 * the whole installation limits them as well (429).
 */
export const advance = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), to: momentField('to') }),
  output: z.object({
    testClock: shownClock,
    timeline: z
      .array(shownEntry)
      .meta({ description: `What happened, in order; at most ${maxTimelineLength} entries` }),
    timelineTotal: z.int().meta({ description: 'The total number of entries' }),
  }),
  docs: {
    summary: 'Advance a store’s test clock and list what happened',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.none, when: 'the store has no test clock' },
      { status: 400, message: `${clockRefusals.notLater}<moment>`, when: '`to` is not later than the clock' },
      { status: 400, message: clockRefusals.toTooFar, when: '`to` is more than 5 years after the clock' },
      { status: 409, message: clockRefusals.running, when: 'another advance is running' },
      { status: 409, message: clockRefusals.busy, when: 'an advance is running in another store of the merchant' },
      { status: 409, message: clockRefusals.stopped, when: '`test-clock/reset` was called during the advance' },
      {
        status: 429,
        message: clockRefusals.crowded,
        when: 'the call waited 30 seconds for other advances; nothing was done',
      },
      ...clockStoreRefusals.last,
    ],
    example: { storeId: '$storeId', to: '$laterMoment' },
  },
  async runInSteps(context, { storeId, to }) {
    const { db, actor, now, readClock, signal } = context;
    const { store, started } = await db.transaction(async (tx) => {
      const locked = await lockClockStore(tx, context, storeId);
      return { store: locked, started: await startAdvance(tx, locked, to, now) };
    });
    const arrived = await runAdvance(db, started, { actor, readClock, signal, maxMs, semaphore: processSemaphore() });
    if (arrived.endsAt < to) context.warn(...tooMuch);
    const { entries, total } = await readTimeline(db, arrived);
    const nextAt = await readNextDue(db, scopeOfStore(store), arrived.endsAt);
    return {
      testClock: clockObject(store, arrived.endsAt, nextAt),
      timeline: [...entries],
      timelineTotal: total,
    };
  },
});
