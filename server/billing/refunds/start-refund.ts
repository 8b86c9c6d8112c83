/** A refund is asked for: the intent, and what it means to a request about the same payment. */
import type { Tx } from '#db/client.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Order } from '../orders/orders.ts';
import type { Payment } from '../payments/payments.ts';
import { answerTicket } from './answer-ticket.ts';
import { findOpenTicket, type RefundTicket } from './refund-tickets.ts';
import { insertRefund, type Refund, readRefunded } from './refunds.ts';
import { leftOf } from './rules/refund.ts';
import { isAnsweredBy } from './rules/refund-ticket.ts';

/** What a merchant gives back without being asked, or without saying that they were. */
interface RefundOfOwn {
  readonly order: Order;
  readonly payment: Payment;
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly actor: Actor;
  /** When the letter about an answered request is to leave: the store's own time may be another. */
  readonly sentAt: Date;
  /** The provider's own id of one that was made in its dashboard: nothing is asked for any more, only about. */
  readonly providerRefundId?: string;
}

/**
 * Starts a refund of a locked payment; the amount was found to be left. A buyer's open request about it is answered by
 * it, and the refund carries its id, where it gives back as much as was asked for or leaves nothing. A smaller one leaves
 * the request open: the buyer asked for more. Gives the refund, and the request that it answers.
 */
export async function startRefund(
  tx: Tx,
  given: RefundOfOwn,
  now: Date,
): Promise<{ refund: Refund; ticket: RefundTicket | undefined }> {
  const { order, payment, amountMinor, reason, actor, sentAt, providerRefundId } = given;
  const refunded = await readRefunded(tx, payment);
  const open = await findOpenTicket(tx, payment);
  const isAnswer = open !== undefined && isAnsweredBy(open, amountMinor, leftOf(payment, refunded) - amountMinor);
  if (isAnswer) {
    const answer = { decision: 'approve', amountMinor, note: null, actor, sentAt } as const;
    await answerTicket(tx, { order, payment, ticket: open }, answer, now);
  }
  const made = providerRefundId === undefined ? {} : { providerRefundId };
  const intent = { order, payment, refunded, amountMinor, reason, actor, ticketId: isAnswer ? open.id : null, ...made };
  return { refund: await insertRefund(tx, intent, now), ticket: isAnswer ? open : undefined };
}
