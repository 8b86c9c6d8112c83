import { z } from 'zod';
import { answerTicket } from '#server/billing/refunds/answer-ticket.ts';
import { lockMerchantTicket } from '#server/billing/refunds/refund-tickets.ts';
import { insertRefund, readRefunded } from '#server/billing/refunds/refunds.ts';
import { leftOf, readRefundAmount } from '#server/billing/refunds/rules/refund.ts';
import { decisionNote, nextRefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import { priceEntry } from '#server/catalog/rules/prices.ts';
import { ApiError } from '#server/domain/errors.ts';
import { refusingNull, shortId } from '#server/domain/fields.ts';
import { formatAmount } from '#server/domain/money.ts';
import { defineAction } from '#server/platform/action.ts';
import { decisions } from '#server/stores/rules/review.ts';
import { ticketData, ticketOutput } from './ticket-object.ts';

/**
 * `refund-ticket/review-ticket` (dashboard): approves or rejects a customer's request. `amount` approves a part; by
 * default it is the requested amount, or the remainder if that is less. Approval starts the refund in the same
 * transaction. The customer gets an email with `note` either way. (decisions.md, "Beyond the contract")
 */
export const reviewTicket = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'ticket',
  input: z.object({
    ticketId: shortId('TKT'),
    decision: z.enum(decisions),
    amount: refusingNull(priceEntry.shape.amount.optional()),
    note: decisionNote(),
  }),
  output: ticketOutput,
  docs: {
    summary: 'Approve or reject a refund request',
    refusals: [],
    example: { ticketId: '$ticketId', decision: 'reject' },
  },
  async run({ tx, caller, actor, timeIn }, { ticketId, decision, amount, note }) {
    const locked = await lockMerchantTicket(tx, caller, ticketId);
    const { order, payment, ticket } = locked;
    // The status is checked before the amount, so that a decided request says so.
    nextRefundTicketStatus(ticket.status, decision);
    const at = await timeIn(order.storeId);
    const answer = { decision, note, actor };
    const reviewer = caller.merchantId;
    if (decision === 'reject') {
      const { amountMinor } = ticket;
      return ticketData(await answerTicket(tx, locked, { ...answer, amountMinor }, at), { reviewer });
    }
    const refunded = await readRefunded(tx, payment);
    const { amountMinor: usualMinor, currency } = ticket;
    const amountMinor = readRefundAmount(
      amount,
      { leftMinor: leftOf(payment, refunded), usualMinor, currency },
      'ticket',
    );
    if (amountMinor > usualMinor) {
      const message = `Amount is more than the customer requested: ${formatAmount(usualMinor, currency)}`;
      throw new ApiError(400, message, 'ticket', { code: 'amount_too_high', path: 'amount' });
    }
    const answered = await answerTicket(tx, locked, { ...answer, amountMinor }, at);
    const intent = { order, payment, refunded, amountMinor, reason: null, ticketId: ticket.id, actor };
    await insertRefund(tx, intent, at);
    return ticketData(answered, { reviewer });
  },
});
