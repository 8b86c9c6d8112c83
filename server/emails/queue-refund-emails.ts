/**
 * Emails buyers and owners about refunds: once for each event, in the transaction in which it leaves the outbox. Amounts
 * and reasons of a refund stay as they are once it is decided.
 */
import type { Tx } from '#db/client.ts';
import { notifyBuyerOfRefund } from '#server/billing/refunds/notify-buyer.ts';
import { notifyOwnerOfFailedRefund, notifyOwnerOfUnbookedRefund } from '#server/billing/refunds/owner-emails.ts';
import { formatDisplayed } from '#server/domain/money.ts';
import type { Consumer } from '#server/events/consumer.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { RefundEmailTrigger } from '#server/events/rules/event-definition.ts';
import { definitionOf } from '#server/events/rules/registry.ts';
import { settings } from '#server/platform/settings.ts';
import { findRefundEmailFacts, type RefundEmailFacts } from './data/refund-email-facts.ts';

export const queueRefundEmails: Consumer = {
  name: 'refund-emails',
  async handle(tx, events, now) {
    for (const event of events) {
      const trigger = definitionOf(event.type)?.refundEmail;
      const facts = trigger && (await findRefundEmailFacts(tx, event));
      if (facts) await notify[trigger](tx, { ...facts, event }, now);
    }
  },
};

type Notify = (tx: Tx, facts: RefundEmailFacts & { readonly event: EventRow }, now: Date) => Promise<void>;

const notify: Readonly<Record<RefundEmailTrigger, Notify>> = {
  async refund_made(tx, { order, payment, refund, event }, now) {
    if (refund) await notifyBuyerOfRefund(tx, { order, payment, refund, eventId: event.id }, now);
  },
  async refund_failed(tx, { order, refund, event }, now) {
    if (refund) await notifyOwnerOfFailedRefund(tx, { order, refund, eventId: event.id }, settings().appUrl, now);
  },
  async refund_not_booked(tx, { order, event: { id, data } }, now) {
    const { amount: given, currency, failureReason } = data;
    const amount = typeof given === 'string' && typeof currency === 'string' ? formatDisplayed(given, currency) : null;
    const told = { order, amount, reason: String(failureReason), eventId: id };
    await notifyOwnerOfUnbookedRefund(tx, told, settings().appUrl, now);
  },
};
