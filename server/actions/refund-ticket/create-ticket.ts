import { z } from 'zod';
import { type ActionContext, defineAction } from '../../action.ts';
import { optionalShortId, shortId } from '../../domain/fields.ts';
import { toShortId } from '../../domain/ids.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import { priceEntry } from '../../domain/prices.ts';
import { isRefundable, refundReason, refundRefusals } from '../../domain/refund-ticket.ts';
import { ApiError, errors } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { isBoughtBy } from '../../queries/order-scopes.ts';
import { lockStoreOrder, type Order, orderEvent } from '../../queries/orders.ts';
import { listOrderPayments, type Payment } from '../../queries/payments.ts';
import { findOpenTicket, insertRefundTicket, tellOwnerOfTicket } from '../../queries/refund-tickets.ts';
import { ticketObject, ticketOutput } from './ticket-object.ts';

/**
 * `refund-ticket/create-ticket`: a customer asks to have a payment back; the merchant decides. Takes `orderId`, `reason`
 * and, where it is not all of the newest payment, `paymentId` and `amount`; gives `data.ticket`, `pending`. 400 where
 * nothing was paid, for more than was paid and while another request about the same payment waits; 404 for an order or
 * payment that is not the customer's own. The store's owner gets an email. (decisions.md, "Beyond the contract".)
 */
export const createTicket = defineAction({
  callers: ['sessionToken'],
  layer: 'ticket',
  input: z.object({
    orderId: shortId('ORD'),
    paymentId: optionalShortId('PAY'),
    amount: priceEntry.shape.amount.optional().meta({
      description: 'An integer is minor units, a string display format; absent: all that was paid',
    }),
    reason: refundReason(),
    refundTicketMerchantExternalId: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'Your own id; the refund and its webhooks carry it' }),
  }),
  output: ticketOutput,
  docs: {
    summary: 'Ask to have a payment of one’s own back',
    refusals: [
      {
        status: 400,
        message: refundRefusals.nothingPaid,
        when: 'no payment of the order succeeded, or the one named did not, or was of 0',
      },
      {
        status: 400,
        message: refundRefusals.invalidAmount,
        when: '`amount` is not positive, or too fine for the currency',
      },
      { status: 400, message: `${refundRefusals.tooMuch}<amount>`, when: '`amount` is more than the payment' },
      {
        status: 400,
        message: refundRefusals.alreadyOpen,
        when: 'the merchant has not decided the one before',
      },
      { status: 404, message: 'Order not found', when: 'there is no such order, or it is not the customer’s' },
      { status: 404, layer: 'payment', message: 'Payment not found', when: 'the order has no such payment' },
    ],
    example: { orderId: '$orderId', amount: '10.00', reason: 'The second chapter is missing from my copy.' },
  },
  async run(context, given) {
    const { tx, caller, actor, settings, now } = context;
    const order = await lockOwnOrder(context, given.orderId);
    const payment = await requirePaid(context, order, given.paymentId);
    const amountMinor = readAmount(given.amount, payment);
    if (await findOpenTicket(tx, payment)) throw new ApiError(400, refundRefusals.alreadyOpen, 'ticket');
    const request = {
      buyerIdentity: caller.buyerIdentity,
      amountMinor,
      reason: given.reason,
      merchantExternalId: given.refundTicketMerchantExternalId ?? null,
    };
    const ticket = await insertRefundTicket(tx, order, payment, request, now);
    const about = { ticketId: toShortId('TKT', ticket.id), paymentId: toShortId('PAY', payment.id) };
    const amount = formatAmount(amountMinor, ticket.currency);
    await recordEvent(tx, orderEvent(order, actor)('refund_ticket.created', { ...about, amount }), now);
    await tellOwnerOfTicket(tx, { order, payment, ticket }, settings.appUrl, now);
    return { ticket: ticketObject(ticket) };
  },
});

type Context = ActionContext<'sessionToken'>;

/** The customer's own order of either type, locked: requests about its payments take turns. */
async function lockOwnOrder({ tx, caller }: Context, orderId: string): Promise<Order> {
  const order = await lockStoreOrder(tx, caller.storeId, orderId);
  if (!order || order.environment !== caller.environment || !isBoughtBy(order, caller.buyerIdentity)) {
    throw errors.orderNotFound();
  }
  return order;
}

/** The payment that is named, else the newest one with money in it. */
async function requirePaid({ tx }: Context, order: Order, paymentId: string | undefined): Promise<Payment> {
  const payments = await listOrderPayments(tx, order);
  const named = paymentId === undefined ? payments.find(isRefundable) : payments.find(({ id }) => id === paymentId);
  if (paymentId !== undefined && !named) throw new ApiError(404, 'Payment not found', 'payment');
  if (!named || !isRefundable(named)) throw new ApiError(400, refundRefusals.nothingPaid, 'ticket');
  return named;
}

function readAmount(given: string | number | undefined, { amountMinor, currency }: Payment): number {
  if (given === undefined) return amountMinor;
  const asked = parseAmount(given, currency);
  if (asked === undefined) throw new ApiError(400, refundRefusals.invalidAmount, 'ticket');
  if (asked > amountMinor) {
    throw new ApiError(400, `${refundRefusals.tooMuch}${formatAmount(amountMinor, currency)}`, 'ticket');
  }
  return asked;
}
