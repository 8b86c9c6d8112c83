import { z } from 'zod';
import { lockMerchantPayment, readRefunded } from '#server/billing/refunds/refunds.ts';
import {
  leftOf,
  merchantReason,
  readRefundAmount,
  refundRefusals,
  requireRefundable,
} from '#server/billing/refunds/rules/refund.ts';
import { startRefund } from '#server/billing/refunds/start-refund.ts';
import { priceEntry } from '#server/catalog/rules/prices.ts';
import { errors } from '#server/domain/errors.ts';
import { refusingNull, shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { refundObject, refundOutput } from './refund-object.ts';

/**
 * `refund/create-refund`: refunds a payment, by default its remaining amount. `reason` appears in the merchant's
 * records and on the buyer's receipt. The refund starts `pending`: the worker calls the payment provider.
 * (decisions.md, "Beyond the contract")
 */
export const createRefund = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'refund',
  layer: 'payment',
  input: z.object({
    paymentId: shortId('PAY'),
    amount: refusingNull(
      priceEntry.shape.amount.optional().meta({
        description: 'An integer is in minor units, a string in display format; defaults to the remaining amount',
      }),
    ),
    reason: merchantReason(),
  }),
  output: refundOutput,
  docs: {
    summary: 'Refund a payment fully or partially',
    refusals: [
      refundRefusals.nothingPaid('payment').when('the payment did not succeed, or its amount is 0'),
      refundRefusals.nothingLeft('payment').when('the payment is fully refunded, or the rest is pending'),
      refundRefusals
        .invalidAmount('payment')
        .when('`amount` is not positive, or has too many decimals for the currency'),
      refundRefusals.tooMuch('<amount>', 'payment').when('`amount` is more than can still be refunded'),
      errors.paymentNotFound().when('there is no such payment, or it is not the caller’s'),
    ],
    example: { paymentId: '$paymentId', amount: '10.00', reason: 'The second chapter was missing.' },
  },
  async run({ tx, caller, actor, timeIn }, { paymentId, amount, reason }) {
    const { order, payment } = await lockMerchantPayment(tx, caller, paymentId);
    requireRefundable(payment, 'payment');
    const left = { leftMinor: leftOf(payment, await readRefunded(tx, payment)), currency: payment.currency };
    const amountMinor = readRefundAmount(amount, left, 'payment');
    const wanted = { order, payment, amountMinor, reason, actor };
    const { refund, ticket } = await startRefund(tx, wanted, await timeIn(order.storeId));
    return { refund: refundObject(refund, order, ticket) };
  },
});
