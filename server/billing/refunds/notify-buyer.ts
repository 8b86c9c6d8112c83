/** The buyer's email about a refund. */
import type { Tx } from '#db/client.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { queueBuyerEmail } from '#server/events/data/emails.ts';
import { type EmailSwitch, sendsEmail } from '#server/stores/rules/email-switches.ts';
import type { Order } from '../orders/orders.ts';
import type { Payment } from '../payments/payments.ts';
import { findEmailFacts } from '../subscriptions/data/subscription-email-facts.ts';
import { orderUrlOf, subjectOf } from '../subscriptions/email-facts.ts';
import { refundEmail } from './refund-email.ts';
import type { Refund } from './refunds.ts';

/** The setting for refund emails: that of the payment's confirmation, because refunds have none of their own. */
const switchOf: Readonly<Record<ProductType, EmailSwitch>> = {
  onetime: 'emailOrderConfirmation',
  subscription: 'emailSubscriptionCycled',
};

interface RefundNotification {
  readonly order: Order;
  readonly payment: Payment;
  readonly refund: Refund;
  /** The event that triggers the email. */
  readonly eventId: string;
}

/**
 * Emails the buyer of an order about a refund. A refund that answers the buyer's request sends no second email after that
 * of the approval.
 */
export async function notifyBuyerOfRefund(
  tx: Tx,
  { order, payment, refund, eventId }: RefundNotification,
  now: Date,
): Promise<void> {
  const recipient = order.buyerEmail;
  if (refund.ticketId !== null || recipient === null) return;
  const facts = (await findEmailFacts(tx, [order])).get(order.id);
  if (!facts || !sendsEmail(facts.store.notificationSettings, switchOf[order.productType])) return;
  const { amountMinor, taxMinor, currency, reason } = refund;
  const emailData = { amountMinor, taxMinor, currency, tax: payment, reason, orderUrl: orderUrlOf(order, facts) };
  const draft = refundEmail(subjectOf(order, facts, payment.provider), emailData);
  await queueBuyerEmail(tx, order, eventId, { kind: 'refund', recipient, ...draft }, now);
}
