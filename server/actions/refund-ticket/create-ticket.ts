import { z } from 'zod';
import { isBoughtBy, lockAnyOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { listOrderPayments, type PaymentWithOrder } from '#server/billing/payments/payments.ts';
import { answerTicket } from '#server/billing/refunds/answer-ticket.ts';
import { recordRefundRequest } from '#server/billing/refunds/record-request.ts';
import { insertRefundTicket, listPaymentTickets } from '#server/billing/refunds/refund-tickets.ts';
import { insertRefund, lockMerchantPayment, lockStorePayment, readRefunded } from '#server/billing/refunds/refunds.ts';
import {
  isRefundable,
  leftOf,
  readRefundAmount,
  refundRefusals,
  requireRefundable,
} from '#server/billing/refunds/rules/refund.ts';
import { refundReason, requireRequestAllowed, ticketRefusals } from '#server/billing/refunds/rules/refund-ticket.ts';
import { errors } from '#server/domain/errors.ts';
import { isLeftOut, metadata, optionalShortId } from '#server/domain/fields.ts';
import { type ActionContext, defineAction } from '#server/platform/action.ts';
import { amountFieldRefusals, amountFields, requestedAmountOf } from './requested-amount.ts';
import { ticketData, ticketOutput } from './ticket-object.ts';

/**
 * `refund-ticket/create-ticket`: a customer asks for a refund; the merchant decides. By default the request covers the
 * remaining amount of the newest payment. Rejected while another request about the payment is pending and after the
 * fourth rejection. The store's owner gets an email. A request with the merchant's own API key is approved at once, and
 * the refund starts. (decisions.md, "Beyond the contract")
 */
export const createTicket = defineAction({
  callers: ['sessionToken', 'apiKey'],
  scope: 'environment',
  keyScope: 'refund',
  layer: 'ticket',
  input: z.object({
    orderId: optionalShortId('ORD').meta({ description: '`ORD_xxx` or the bare UUID; required without `paymentId`' }),
    paymentId: optionalShortId('PAY').meta({
      description: '`PAY_xxx` or the bare UUID. Defaults to the newest payment of the order',
    }),
    ...amountFields('the remaining amount'),
    reason: refundReason(),
    metadata: metadata().default({}),
    refundTicketMerchantExternalId: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'Your own ID, repeated on the refund and its webhooks' }),
  }),
  missing: ({ orderId, paymentId }) => (isLeftOut(orderId) && isLeftOut(paymentId) ? 'orderId' : undefined),
  output: ticketOutput,
  docs: {
    summary: 'Request a refund as a customer, or refund a payment as a merchant',
    refusals: [
      errors.missingField('orderId', 'ticket').when('neither `orderId` nor `paymentId` is given'),
      refundRefusals
        .nothingPaid('ticket')
        .when('no payment of the order succeeded, or the given payment did not succeed or has an amount of 0'),
      refundRefusals
        .invalidAmount('ticket')
        .when('`amount` is not positive, or has too many decimals for the currency'),
      refundRefusals.nothingLeft('ticket').when('the payment is fully refunded, or the rest is pending'),
      refundRefusals.tooMuch('<amount>', 'ticket').when('`amount` is more than can still be refunded'),
      ...amountFieldRefusals,
      ticketRefusals.alreadyOpen().when('the payment has an open request'),
      ticketRefusals.rejectedTooOften().when('four requests for the payment were rejected'),
      errors.orderNotFound().when('there is no such order, or it is not the customer’s'),
      errors.paymentNotFound().when('the order has no such payment'),
    ],
    example: { orderId: '$orderId', amount: '10.00', reason: 'The second chapter is missing from my copy.' },
  },
  async run(context, fields) {
    const { tx, caller, actor, timeIn } = context;
    const { order, payment } = await lockPaid(context, fields);
    const at = await timeIn(order.storeId);
    const refunded = await readRefunded(tx, payment);
    const left = { leftMinor: leftOf(payment, refunded), currency: payment.currency };
    const amountMinor = readRefundAmount(requestedAmountOf(fields, payment), left, 'ticket');
    const tickets = await listPaymentTickets(tx, payment);
    const isCustomer = caller.kind === 'sessionToken';
    // Rejections limit customers only.
    requireRequestAllowed(isCustomer ? tickets : tickets.filter(({ status }) => status === 'pending'));
    const request = {
      buyerIdentity: isCustomer ? caller.buyerIdentity : (order.buyerIdentity ?? order.buyerEmail ?? ''),
      amountMinor,
      reason: fields.reason,
      merchantExternalId: fields.refundTicketMerchantExternalId ?? null,
      metadata: fields.metadata,
    };
    const ticket = await insertRefundTicket(tx, order, payment, request, at);
    await recordRefundRequest(tx, { order, payment, ticket, previous: null }, actor, at);
    if (isCustomer) return ticketData(ticket);
    const locked = { order, payment, ticket };
    const approved = await answerTicket(tx, locked, { decision: 'approve', amountMinor, note: null, actor }, at);
    await insertRefund(tx, { order, payment, refunded, amountMinor, reason: null, ticketId: ticket.id, actor }, at);
    return ticketData(approved, { submitter: caller.merchantId, reviewer: caller.merchantId });
  },
});

type Context = ActionContext<'sessionToken' | 'apiKey'>;
interface Named {
  readonly orderId?: string | undefined;
  readonly paymentId?: string | undefined;
}

/** The named payment, or the newest one of the order, with its order. The order is locked. */
async function lockPaid({ tx, caller }: Context, { orderId, paymentId }: Named): Promise<PaymentWithOrder> {
  if (orderId === undefined) return await lockNamedPayment({ tx, caller }, paymentId ?? '');
  const order = await lockAnyOrder(tx, orderScopeOf(caller), orderId);
  const payments = await listOrderPayments(tx, order);
  const payment = paymentId === undefined ? payments.find(isRefundable) : payments.find(({ id }) => id === paymentId);
  if (paymentId !== undefined && !payment) throw errors.paymentNotFound();
  if (!payment) throw refundRefusals.nothingPaid('ticket');
  requireRefundable(payment, 'ticket');
  return { order, payment };
}

async function lockNamedPayment({ tx, caller }: Pick<Context, 'tx' | 'caller'>, paymentId: string) {
  const isMerchant = caller.kind === 'apiKey';
  const locked = await (isMerchant
    ? lockMerchantPayment(tx, caller, paymentId)
    : lockStorePayment(tx, { ...caller.store, environment: caller.environment }, paymentId));
  if (!isMerchant && !isBoughtBy(locked.order, caller.buyerIdentity)) throw errors.paymentNotFound();
  requireRefundable(locked.payment, 'ticket');
  return locked;
}
