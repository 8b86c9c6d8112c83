/** The email that tells a buyer of a refund. */
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

/** A refund goes by the switch of the letter that confirms such a payment: there is none of its own. */
const switchOf: Readonly<Record<ProductType, EmailSwitch>> = {
  onetime: 'emailOrderConfirmation',
  subscription: 'emailSubscriptionCycled',
};

interface RefundNotification {
  readonly order: Order;
  readonly payment: Payment;
  readonly refund: Refund;
  /** The event that says so. */
  readonly eventId: string;
}

/**
 * Writes to the buyer of an order what was given back. Who had asked for it has been told when that was approved,
 * and is not told again.
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
  const told = { amountMinor, taxMinor, currency, tax: payment, reason, orderUrl: orderUrlOf(order, facts) };
  const letter = refundEmail(subjectOf(order, facts, payment.provider), told);
  await queueBuyerEmail(tx, order, eventId, { kind: 'refund', recipient, ...letter }, now);
}
