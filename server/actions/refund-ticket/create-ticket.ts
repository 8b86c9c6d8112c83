import { z } from 'zod';
import { isBoughtBy } from '#server/billing/orders/order-scopes.ts';
import { lockStoreOrder, type Order } from '#server/billing/orders/orders.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { recordRefundRequest } from '#server/billing/refunds/record-request.ts';
import { insertRefundTicket, listPaymentTickets } from '#server/billing/refunds/refund-tickets.ts';
import { readRefunded } from '#server/billing/refunds/refunds.ts';
import {
  isRefundable,
  leftOf,
  readRefundAmount,
  refundRefusals,
  requireRefundable,
} from '#server/billing/refunds/rules/refund.ts';
import { refundReason, requireRequestAllowed, ticketRefusals } from '#server/billing/refunds/rules/refund-ticket.ts';
import { priceEntry } from '#server/catalog/rules/prices.ts';
import { errors } from '#server/domain/errors.ts';
import { optionalShortId, refusingNull, shortId } from '#server/domain/fields.ts';
import { type ActionContext, defineAction } from '#server/platform/action.ts';
import { ticketObject, ticketOutput } from './ticket-object.ts';

/**
 * `refund-ticket/create-ticket`: a customer asks for a refund; the merchant decides. By default the request covers the
 * remaining amount of the newest payment. Rejected while another request about the payment is pending and after the
 * fourth rejection. The store's owner gets an email. (decisions.md, "Beyond the contract")
 */
export const createTicket = defineAction({
  callers: ['sessionToken'],
  scope: 'environment',
  layer: 'ticket',
  input: z.object({
    orderId: shortId('ORD'),
    paymentId: optionalShortId('PAY'),
    amount: refusingNull(
      priceEntry.shape.amount.optional().meta({
        description: 'An integer is in minor units, a string in display format; defaults to the remaining amount',
      }),
    ),
    reason: refundReason(),
    refundTicketMerchantExternalId: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'Your own ID, repeated on the refund and its webhooks' }),
  }),
  output: ticketOutput,
  docs: {
    summary: 'Request a refund as a customer',
    refusals: [
      refundRefusals
        .nothingPaid('ticket')
        .when('no payment of the order succeeded, or the given payment did not succeed or has an amount of 0'),
      refundRefusals
        .invalidAmount('ticket')
        .when('`amount` is not positive, or has too many decimals for the currency'),
      refundRefusals.nothingLeft('ticket').when('the payment is fully refunded, or the rest is pending'),
      refundRefusals.tooMuch('<amount>', 'ticket').when('`amount` is more than can still be refunded'),
      ticketRefusals.alreadyOpen().when('the payment has an open request'),
      ticketRefusals.rejectedTooOften().when('four requests for the payment were rejected'),
      errors.orderNotFound().when('there is no such order, or it is not the customer’s'),
      errors.paymentNotFound().when('the order has no such payment'),
    ],
    example: { orderId: '$orderId', amount: '10.00', reason: 'The second chapter is missing from my copy.' },
  },
  async run(context, fields) {
    const { tx, caller, actor, timeIn } = context;
    const at = await timeIn(caller.storeId);
    const order = await lockOwnOrder(context, fields.orderId);
    const payment = await requirePaid(context, order, fields.paymentId);
    const left = { leftMinor: leftOf(payment, await readRefunded(tx, payment)), currency: payment.currency };
    const amountMinor = readRefundAmount(fields.amount, left, 'ticket');
    requireRequestAllowed(await listPaymentTickets(tx, payment));
    const request = {
      buyerIdentity: caller.buyerIdentity,
      amountMinor,
      reason: fields.reason,
      merchantExternalId: fields.refundTicketMerchantExternalId ?? null,
    };
    const ticket = await insertRefundTicket(tx, order, payment, request, at);
    await recordRefundRequest(tx, { order, payment, ticket, previous: null }, actor, at);
    return { ticket: ticketObject(ticket) };
  },
});

type Context = ActionContext<'sessionToken'>;

/** The customer's own order of either type, locked so that requests about its payments are serialized. */
async function lockOwnOrder({ tx, caller }: Context, orderId: string): Promise<Order> {
  const order = await lockStoreOrder(tx, caller.storeId, orderId);
  if (!order || order.environment !== caller.environment || !isBoughtBy(order, caller.buyerIdentity)) {
    throw errors.orderNotFound();
  }
  return order;
}

/** The given payment, or the newest successful one. */
async function requirePaid({ tx }: Context, order: Order, paymentId: string | undefined): Promise<Payment> {
  const payments = await listOrderPayments(tx, order);
  const named = paymentId === undefined ? payments.find(isRefundable) : payments.find(({ id }) => id === paymentId);
  if (paymentId !== undefined && !named) throw errors.paymentNotFound();
  if (!named) throw refundRefusals.nothingPaid('ticket');
  requireRefundable(named, 'ticket');
  return named;
}
