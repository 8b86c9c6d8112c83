/** Reminds buyers before a charge. (commerce-api.md, `emailUpcomingCharge` and `emailTrialEnding`.) */

import type { Database, Tx } from '#db/client.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { JobScope } from '#server/platform/data/job-scope.ts';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import { runDueOrders } from '../orders/data/due-orders.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import { dueReminders, type EmailFacts, findEmailFacts } from './data/subscription-email-facts.ts';
import { isRenewing } from './rules/subscription-order.ts';

const actor: Actor = { kind: 'worker', by: 'remind-buyers' };

/**
 * Records the reminders that are due by `now`: of the next charge, or of the trial's end. Returns the number of processed
 * subscriptions. Skips subscriptions that are no longer billed or were charged meanwhile. If the store has the email turned
 * off, the event is recorded without an email.
 */
export const remindBuyers = (db: Database, now: Date, scope: JobScope): Promise<number> =>
  runDueOrders(db, now, scope, dueReminders, async (tx, due) => {
    const factsOf = await findEmailFacts(tx, due);
    for (const order of due) {
      await saveOrderStatus(tx, order, order.status, { remindAt: null }, now);
      const facts = factsOf.get(order.id);
      const on = order.nextChargeAt;
      // A scheduled plan change was announced when it was confirmed.
      const isDue = isRenewing(order.status) && order.changeOrderId === null && on !== null && on > now;
      if (facts && isDue) await remind(tx, order, facts, on, now);
    }
    return due.length;
  });

/** Records the reminder. The event triggers the email, after the emails of earlier events. */
async function remind(tx: Tx, order: StartedSubscription, { store }: EmailFacts, on: Date, now: Date): Promise<void> {
  // A reactivated trial has the status `active`, but stays in period 0.
  const isTrial = order.periodNumber === 0;
  const isOn = sendsEmail(store.notificationSettings, isTrial ? 'emailTrialEnding' : 'emailUpcomingCharge');
  const emailsBuyer = isOn && order.buyerEmail !== null;
  const data = { of: isTrial ? 'trial_end' : 'charge', chargeAt: on.toISOString(), emailsBuyer };
  await recordEvent(tx, orderEvent(order, actor)('subscription.reminded', data), now);
}
