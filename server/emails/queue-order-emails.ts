/**
 * Tells buyers and merchants by email of what happened to orders: once for each event, as they are written down in the
 * transaction in which it leaves the outbox. (commerce-api.md, "notificationSettings".)
 */
import type { Tx } from '#db/client.ts';
import { findMethodsInUse, type StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import { orderUrlOf, subjectOf } from '#server/billing/subscriptions/email-facts.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { endedEmail } from '#server/billing/subscriptions/subscription-emails.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeCard } from '#server/domain/method-names.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { type OrderEmail, ofOrder, queueOrderEmails } from '#server/events/data/emails.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import {
  beginningEmail,
  cancelingEmail,
  chargeEmail,
  orderEmail,
  overEmail,
  type PaidFacts,
  trialEmail,
} from './buyer-emails.ts';
import { findNoticeFacts, type NoticeFacts } from './data/order-email-facts.ts';
import {
  buyerLetters,
  isMerchantTrigger,
  isUnpaid,
  merchantNotices,
  type OrderEmailTrigger,
  triggerOf,
} from './email-triggers.ts';
import { merchantNotice } from './merchant-emails.ts';
import { amountsThen, type Occurrence, occurrenceOf } from './occurrence.ts';
import { reminderOf } from './reminder.ts';

interface Told {
  readonly event: EventRow;
  readonly news: OrderEmailTrigger;
}

export const queueNotices: Consumer = {
  name: 'notices',
  async handle(tx: Tx, events: readonly EventRow[], now: Date): Promise<void> {
    const told: Told[] = events.flatMap((event) => {
      const news = triggerOf(event);
      return news ? [{ event, news }] : [];
    });
    const idsOf = (some: readonly Told[]) => [...new Set(some.map(({ event }) => event.objectId))];
    const factsOf = await findNoticeFacts(tx, idsOf(told));
    const methodOf = await findMethodsInUse(
      tx,
      idsOf(told.filter(({ event, news }) => !isMerchantTrigger(news) || isUnpaid(event))),
    );
    const emails = told.flatMap(({ event, news }) => {
      const facts = factsOf.get(event.objectId);
      return facts ? emailsOf(occurrenceOf(event, news, facts), methodOf.get(event.objectId)) : [];
    });
    await queueOrderEmails(tx, emails, now);
  },
};

/** What is sent of an event: to the buyer, and to the store's owner. Of a subscription that never began, nothing. */
function emailsOf(occurrence: Occurrence, method: StoredMethod | undefined): OrderEmail[] {
  const { order, store, owner, event, news } = occurrence;
  if (order.productType === 'subscription' && !order.startedAt) return [];
  const place = { ...ofOrder(order), eventId: event.id };
  const emails: OrderEmail[] = [];
  const buyers = buyerLetters[news];
  const isOn = buyers && order.buyerEmail !== null && sendsEmail(store.notificationSettings, buyers.by);
  const letter = isOn ? (reminderOf(occurrence, method) ?? buyerLetter(occurrence, method)) : undefined;
  if (letter && buyers && order.buyerEmail !== null) {
    emails.push({ scope: place, to: 'buyer', email: { kind: buyers.kind, recipient: order.buyerEmail, ...letter } });
  }
  if (!isMerchantTrigger(news)) return emails;
  const { kind, by } = merchantNotices[news];
  if (sendsEmail(store.notificationSettings, by)) {
    const notice = merchantNotice({ ...occurrence, news }, `${settings().appUrl}/dashboard`);
    const isOnTestClock = store.testClockAt !== null;
    emails.push({ scope: place, to: 'merchant', isOnTestClock, email: { kind, recipient: owner.email, ...notice } });
  }
  return emails;
}

/** The buyer's email; undefined where the payment that it is about is unknown. */
function buyerLetter(occurrence: Occurrence, method: StoredMethod | undefined): Draft | undefined {
  const { order, event, news, payment } = occurrence;
  const facts = emailFacts(occurrence, method);
  const about = subjectOf(order, facts, payment?.provider);
  const orderUrl = orderUrlOf(order, facts);
  // The charge that failed was by the method in use.
  if (news === 'ended' && isUnpaid(event)) return endedEmail(subjectOf(order, facts), { orderUrl });
  if (news === 'ended') return overEmail(about, { orderUrl });
  if (!payment) return undefined;
  const paid: PaidFacts = {
    paid: {
      subtotalMinor: payment.amountMinor - payment.taxMinor,
      taxMinor: payment.taxMinor,
      totalMinor: payment.amountMinor,
      taxName: payment.taxName,
      taxRateMillionths: payment.taxRateMillionths,
    },
    currency: payment.currency,
    method: describeCard(payment),
    orderId: toShortId('ORD', order.id),
    orderUrl,
  };
  if (news === 'bought') return orderEmail(about, paid);
  if (!order.startedAt) return undefined;
  const { end } = periodOf(order, payment.periodNumber);
  const afterwards = amountsThen(occurrence, end);
  if (news === 'began') return beginningEmail(about, { ...paid, next: { on: end, totalMinor: afterwards.totalMinor } });
  if (news === 'trial')
    return trialEmail(about, { ...paid, endsAt: end, afterwards, billingPeriod: order.billingPeriod });
  if (news === 'charged') return chargeEmail(about, { ...paid, paidUntil: end });
  return news === 'canceling' ? cancelingEmail(about, { endsAt: end, orderUrl }) : undefined;
}

const emailFacts = ({ store, productName, price }: NoticeFacts, method: StoredMethod | undefined) => ({
  store,
  productName,
  price,
  method,
});
