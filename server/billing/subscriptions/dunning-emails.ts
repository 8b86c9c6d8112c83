/** What a buyer is told of a renewal that failed: queued in the transaction in which it does. */
import type { Tx } from '#db/client.ts';
import { fixEntry, signFixLink } from '#server/customers/recovery-link.ts';
import { queueBuyerEmail } from '#server/events/data/emails.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { settings } from '#server/platform/settings.ts';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import type { SubscriptionOrder } from '../orders/rules/order.ts';
import { type EmailFacts, findEmailFacts } from './data/subscription-email-facts.ts';
import { amountsOn, describeMethod, subjectOf } from './email-facts.ts';
import { lastRetryAt, recoveryLinkEndsAt } from './rules/dunning.ts';
import { pastDueEmail } from './subscription-emails.ts';

interface PastDueNotification {
  readonly actor: Actor;
  readonly reason: string;
  readonly pastDueSince: Date;
  /** What the email is filed under: the charge that failed, or was skipped. */
  readonly eventId: string;
}

/**
 * A locked subscription is past due, or still is after another retry: its buyer is told why, what happens next, and how
 * to pay at once. Who was at the page that tried (`portal`) has read it there; where another card is about to be tried,
 * what becomes of that is told.
 */
export async function notifyPastDue(
  tx: Tx,
  order: SubscriptionOrder,
  { actor, reason, pastDueSince, eventId }: PastDueNotification,
  now: Date,
): Promise<void> {
  const { buyerEmail: recipient, nextChargeAt } = order;
  if (actor.kind === 'portal' || recipient === null) return;
  if (nextChargeAt && nextChargeAt <= now) return;
  const facts = (await findEmailFacts(tx, [order])).get(order.id);
  if (!facts || !sendsEmail(facts.store.notificationSettings, 'emailSubscriptionPastDue')) return;
  const { method } = facts;
  const { renewalRetryDays } = settings();
  const letter = pastDueEmail(subjectOf(order, facts), {
    amounts: amountsOn(order, facts, now),
    currency: order.currency,
    method: describeMethod(method),
    reason,
    retryAt: method && !method.refusedAt ? nextChargeAt : null,
    endsAt: lastRetryAt(pastDueSince, renewalRetryDays),
    fixUrl: await fixUrlOf(order, pastDueSince, facts),
  });
  await queueBuyerEmail(tx, order, eventId, { kind: 'subscription_past_due', recipient, ...letter }, now);
}

async function fixUrlOf(order: SubscriptionOrder, pastDueSince: Date, { store }: EmailFacts): Promise<string> {
  const { id: orderId, storeId, environment } = order;
  const expiresAt = recoveryLinkEndsAt(pastDueSince, settings().renewalRetryDays);
  const token = await signFixLink({ storeId, environment, orderId, pastDueSince, expiresAt }, settings());
  return `${settings().checkoutUrl}${fixEntry(store, environment, token)}`;
}
