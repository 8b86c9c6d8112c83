import { z } from 'zod';
import { shortId, shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { clockRefusals, givenMoment } from '#server/stores/rules/test-clock.ts';
import { runAdvance, startAdvance } from '#server/test-clock/advance.ts';
import { processSemaphore } from '#server/test-clock/semaphore.ts';
import { maxTimelineLength, readTimeline } from '#server/test-clock/timeline.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { clockObject, clockStoreRefusals, lockClockStore, shownClock } from './clock-object.ts';

const shownEntry = z.object({
  id: shownUuid().meta({ description: 'The event’s own' }),
  at: shownMoment().meta({ description: 'On the store’s clock' }),
  type: z.string().meta({ example: 'subscription.renewed' }),
  objectType: z.string().meta({ example: 'order' }),
  objectId: z.string().meta({ description: 'A Short ID where its kind has one, else a UUID' }),
  paymentId: shownId('PAY').nullable().meta({ description: 'The payment that it is about, if any' }),
  summary: z.string().meta({ example: 'Subscription renewed, period 2' }),
});

/** How long a call works; a store with a great deal to do takes several. */
const maxMs = 60_000;
const tooMuch = [
  'There was more to do than one call can; the clock stands where it has come to',
  'Call again with the same `to` (and another idempotency key, if you send one); the timeline goes on from there.',
] as const;

/**
 * `test-clock/advance`: lets the time of a store's test environment go on to a moment. Takes `storeId` and `to`, later than
 * the clock and at most 5 years after it; gives `testClock`, `timeline` (all that happened on the way, in order; of more
 * than 2,000 entries the first) and `timelineTotal`. On the way, everything happens at the moment at which it is due:
 * reminders, renewals, retries, ends, expiries, refunds. It works in many transactions. One that broke off is carried on
 * by the same call or by the worker; repeated once the clock is there, the call gives what happened on the way. After a
 * minute's work it stops where it has come to, with a warning. 400 in
 * prod, without a clock and for a moment that is not later or too far, 409 while another advance of the merchant's is under
 * way and where the clock is reset meanwhile, 429 where too many others go on, 403 unless owner or admin, 404 for a store
 * that is not the caller's.
 */
export const advance = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), to: givenMoment('to') }),
  output: z.object({
    testClock: shownClock,
    timeline: z
      .array(shownEntry)
      .meta({ description: `What happened, in order; at most ${maxTimelineLength} entries` }),
    timelineTotal: z.int().meta({ description: 'How much happened in all' }),
  }),
  docs: {
    summary: 'Let the time of a store’s test environment go on, and see what happens',
    refusals: [
      ...clockStoreRefusals.first,
      { status: 400, message: clockRefusals.none, when: 'its time does not stand still' },
      { status: 400, message: `${clockRefusals.notLater}<moment>`, when: '`to` is not later than the clock' },
      { status: 400, message: clockRefusals.toTooFar, when: '`to` lies further ahead' },
      { status: 409, message: clockRefusals.running, when: 'another advance is under way' },
      { status: 409, message: clockRefusals.busy, when: 'one is under way in another store of the merchant’s' },
      { status: 409, message: clockRefusals.stopped, when: '`test-clock/reset` was called meanwhile' },
      {
        status: 429,
        message: clockRefusals.crowded,
        when: 'its turn did not come within 30 seconds; nothing was done',
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
    const arrived = await runAdvance(db, started, { actor, readClock, signal, maxMs, turns: processSemaphore() });
    if (arrived.endsAt < to) context.warn(...tooMuch);
    const { entries, total } = await readTimeline(db, arrived);
    const nextAt = await readNextDue(db, store.id, arrived.endsAt);
    return {
      testClock: clockObject(store, arrived.endsAt, nextAt),
      timeline: [...entries],
      timelineTotal: total,
    };
  },
});
