import { z } from 'zod';
import { type CallerOf, defineAction } from '../../action.ts';
import { shortId } from '../../domain/fields.ts';
import { toShortId } from '../../domain/ids.ts';
import { nextOnetimeOrderStatus } from '../../domain/onetime-order.ts';
import { nextPaymentStatus } from '../../domain/payment.ts';
import { declineSentences } from '../../domain/sandbox-cards.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { lockOnetimeOrder, type OrderScope, saveOrderStatus } from '../../queries/orders.ts';
import { findHoldingPayment, savePaymentStatus } from '../../queries/payments.ts';

/**
 * `onetime-order/cancel-order`: cancels an unpaid order. Takes `orderId`; gives `orderId` and `status` (`canceled`).
 * 400 unless the order is `pending`, or while a payment of it is on its way to the bank (its outcome is not known);
 * 404 for an order that is not the caller's. (commerce-api.md, "One-time order status".)
 */
export const cancelOrder = defineAction({
  callers: ['apiKey', 'dashboard', 'sessionToken'],
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  async run({ tx, caller, environment, actor, now }, { orderId }) {
    const order = await lockOnetimeOrder(tx, scopeOf(caller), orderId);
    const status = nextOnetimeOrderStatus(order.status, 'cancel');
    const payment = await findHoldingPayment(tx, order);
    if (payment?.status === 'processing') {
      throw new ApiError(400, 'A payment of this order is being processed; try again in a moment', 'order');
    }
    const event = {
      merchantId: order.merchantId,
      storeId: order.storeId,
      environment,
      objectType: 'order',
      objectId: order.id,
      actor,
    } as const;
    if (payment) {
      // The buyer stands before the bank's challenge: ending the attempt here makes finishing it come to nothing.
      const failure = {
        failureCode: 'authentication_abandoned',
        failureReason: declineSentences.authentication_abandoned,
      };
      await savePaymentStatus(tx, payment, nextPaymentStatus(payment.status, 'fail'), failure, now);
      await recordEvent(
        tx,
        { ...event, type: 'payment.failed', data: { paymentId: toShortId('PAY', payment.id), ...failure } },
        now,
      );
    }
    await saveOrderStatus(tx, order, status, { canceledAt: now }, now);
    await recordEvent(tx, { ...event, type: 'order.canceled' }, now);
    return { orderId: toShortId('ORD', order.id), status };
  },
});

const scopeOf = (caller: CallerOf<'apiKey' | 'dashboard' | 'sessionToken'>): OrderScope =>
  caller.kind === 'sessionToken'
    ? { environment: caller.environment, storeId: caller.storeId, buyerIdentity: caller.buyerIdentity }
    : { environment: caller.environment, merchantId: caller.merchantId };
