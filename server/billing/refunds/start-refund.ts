/** Starts a refund, and answers the buyer's request if it covers it. */
import type { Tx } from '#db/client.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Order } from '../orders/orders.ts';
import type { Payment } from '../payments/payments.ts';
import { answerTicket } from './answer-ticket.ts';
import { findOpenTicket, type RefundTicket } from './refund-tickets.ts';
import { insertRefund, type Refund, readRefunded } from './refunds.ts';
import { leftOf } from './rules/refund.ts';
import { isAnsweredBy } from './rules/refund-ticket.ts';

/** A refund by the merchant, independent of any request. */
interface MerchantRefund {
  readonly order: Order;
  readonly payment: Payment;
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly actor: Actor;
  /** The provider's ID of a refund that was made in its dashboard: its state is queried, but it is not made again. */
  readonly providerRefundId?: string;
}

/**
 * Starts a refund of a locked payment, whose amount the caller has checked. A refund that covers the buyer's pending
 * request, or leaves nothing to refund, approves the request and carries its ID; a smaller one leaves it pending. Returns
 * the refund and the request that it answers.
 */
export async function startRefund(
  tx: Tx,
  request: MerchantRefund,
  now: Date,
): Promise<{ refund: Refund; ticket: RefundTicket | undefined }> {
  const { order, payment, amountMinor, reason, actor, providerRefundId } = request;
  const refunded = await readRefunded(tx, payment);
  const leftAfter = leftOf(payment, { amountMinor: refunded.amountMinor + amountMinor });
  const open = await findOpenTicket(tx, payment);
  const isAnswer = open !== undefined && isAnsweredBy(open, amountMinor, leftAfter);
  if (isAnswer) {
    const answer = { decision: 'approve', amountMinor, note: null, actor } as const;
    await answerTicket(tx, { order, payment, ticket: open }, answer, now);
  }
  const externalId = providerRefundId === undefined ? {} : { providerRefundId };
  const intent = {
    order,
    payment,
    refunded,
    amountMinor,
    reason,
    actor,
    ticketId: isAnswer ? open.id : null,
    ...externalId,
  };
  return { refund: await insertRefund(tx, intent, now), ticket: isAnswer ? open : undefined };
}
