/** The email that a reminder of the next charge, or of a trial's end, becomes. */

import type { StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import { amountsOn, describeMethod, orderUrlOf, subjectOf } from '#server/billing/subscriptions/email-facts.ts';
import { reminderEmail } from '#server/billing/subscriptions/subscription-emails.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import type { Occurrence } from './occurrence.ts';

/** Undefined for an event that is no reminder. `method`: what the order is charged by. */
export function reminderOf(occurrence: Occurrence, method: StoredMethod | undefined): Draft | undefined {
  const { event, news, order, store, productName, price } = occurrence;
  if (news !== 'trial_ending' && news !== 'upcoming_charge') return undefined;
  const { billingPeriod, currency } = order;
  const { chargeAt } = event.data;
  if (!billingPeriod || typeof chargeAt !== 'string') return undefined;
  const on = new Date(chargeAt);
  const facts = { store, productName, price, method };
  return reminderEmail(subjectOf(order, facts), {
    amounts: amountsOn(order, facts, on),
    currency,
    method: describeMethod(method),
    isTrial: news === 'trial_ending',
    on,
    billingPeriod,
    orderUrl: orderUrlOf(order, facts),
  });
}
