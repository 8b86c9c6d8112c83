import { z } from 'zod';
import { isBoughtBy } from '#server/billing/orders/order-scopes.ts';
import { recordRefundRequest } from '#server/billing/refunds/record-request.ts';
import { listPaymentTickets, lockStoreTicket, saveTicketStatus } from '#server/billing/refunds/refund-tickets.ts';
import { readRefunded } from '#server/billing/refunds/refunds.ts';
import { leftOf, readRefundAmount, refundRefusals } from '#server/billing/refunds/rules/refund.ts';
import {
  maxResubmissions,
  nextRefundTicketStatus,
  refundReason,
  requireRequestAllowed,
  ticketRefusals,
} from '#server/billing/refunds/rules/refund-ticket.ts';
import { errors } from '#server/domain/errors.ts';
import { optionalShortId, shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { amountFieldRefusals, amountFields, requestedAmountOf } from './requested-amount.ts';
import { ticketData, ticketOutput } from './ticket-object.ts';

/**
 * `refund-ticket/resubmit-ticket`: a customer asks again after a rejection, at most three times and up to four
 * rejections of all requests about the payment. The amount defaults to the previous one, or to the remaining amount if
 * that is less. The store's owner gets an email. (decisions.md, "Beyond the contract")
 */
export const resubmitTicket = defineAction({
  callers: ['sessionToken'],
  scope: 'environment',
  layer: 'ticket',
  input: z.object({
    ticketId: shortId('TKT'),
    reason: refundReason(),
    paymentId: optionalShortId('PAY').meta({ description: 'The payment of the request; checked if given' }),
    ...amountFields('the previous amount, or the remainder if that is less'),
  }),
  output: ticketOutput,
  docs: {
    summary: 'Resubmit a rejected refund request',
    refusals: [
      ticketRefusals.notRejected().when('the request is pending or approved'),
      ticketRefusals.tooOften().when(`the request was rejected ${maxResubmissions + 1} times`),
      ticketRefusals.alreadyOpen().when('another request for the same payment is open'),
      ticketRefusals.rejectedTooOften().when('four requests for the same payment were rejected'),
      refundRefusals.nothingLeft('ticket').when('the payment is fully refunded, or the rest is pending'),
      refundRefusals
        .invalidAmount('ticket')
        .when('`amount` is not positive, or has too many decimals for the currency'),
      refundRefusals.tooMuch('<amount>', 'ticket').when('`amount` is more than can still be refunded'),
      ...amountFieldRefusals,
      errors.ticketNotFound().when('there is no such request, or it is not the customer’s'),
      errors.paymentNotFound().when('the request is about another payment'),
    ],
    example: { ticketId: '$ticketId', reason: 'Here is a picture of the table of contents: chapter 2 is not there.' },
  },
  async run({ tx, caller, actor, timeIn }, { ticketId, paymentId, reason, ...amounts }) {
    const { order, payment, ticket } = await lockStoreTicket(
      tx,
      { ...caller.store, environment: caller.environment },
      ticketId,
    );
    if (!isBoughtBy(order, caller.buyerIdentity)) throw errors.ticketNotFound();
    if (paymentId !== undefined && paymentId !== payment.id) throw errors.paymentNotFound();
    const status = nextRefundTicketStatus(ticket.status, 'resubmit');
    if (ticket.resubmissions >= maxResubmissions) throw ticketRefusals.tooOften();
    requireRequestAllowed(await listPaymentTickets(tx, payment));
    const { amountMinor: usualMinor, currency } = ticket;
    const leftMinor = leftOf(payment, await readRefunded(tx, payment));
    const amountMinor = readRefundAmount(
      requestedAmountOf(amounts, payment),
      { leftMinor, usualMinor, currency },
      'ticket',
    );
    const resubmissions = ticket.resubmissions + 1;
    // The previous answer does not apply to the new request.
    const changes = { amountMinor, reason, resubmissions, reviewNote: null, reviewedAt: null };
    const at = await timeIn(order.storeId);
    const saved = await saveTicketStatus(tx, ticket, status, changes, at);
    await recordRefundRequest(tx, { order, payment, ticket: saved, previous: ticket }, actor, at);
    return ticketData(saved);
  },
});
