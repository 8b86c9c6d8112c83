import { z } from 'zod';
import { lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { orderEvent, saveOrderStatus } from '#server/billing/orders/orders.ts';
import {
  nextOnetimeOrderStatus,
  onetimeOrderRefusals,
  onetimeOrderStatuses,
} from '#server/billing/orders/rules/onetime-order.ts';
import { orderAt } from '#server/billing/orders/rules/order.ts';
import { endPaymentToCancel } from '#server/billing/payments/payments.ts';
import { changeOf } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `onetime-order/cancel-order`: cancels an unpaid order. Rejected while a payment is processing, since its outcome is
 * unknown. (commerce-api.md, "One-time order status")
 */
export const cancelOrder = defineAction({
  callers: ['apiKey', 'dashboard', 'sessionToken'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: z
    .object({ orderId: shownId('ORD'), status: z.enum(onetimeOrderStatuses) })
    .meta({ schemaName: 'OnetimeOrder' }),
  docs: {
    summary: 'Cancel an unpaid one-time order',
    refusals: [
      {
        status: 400,
        code: 'wrong_status',
        message: onetimeOrderRefusals.cancel,
        when: 'the order is completed, canceled or expired',
      },
      errors.paymentInFlight().when('a charge is in progress, so its outcome is unknown'),
      errors.orderNotFound().when('there is no such order, or it is not the caller’s'),
    ],
    example: { orderId: '$orderId' },
  },
  async run({ tx, caller, actor, timeIn }, { orderId }) {
    const order = await lockOrder(tx, orderScopeOf(caller), 'onetime', orderId);
    const now = await timeIn(order.storeId);
    const status = nextOnetimeOrderStatus(orderAt(order, now).status, 'cancel');
    await endPaymentToCancel(tx, order, actor, now);
    await saveOrderStatus(tx, order, status, { canceledAt: now }, now);
    const changes = changeOf('status', order.status, status);
    await recordEvent(tx, orderEvent(order, actor)('order.canceled', {}, changes), now);
    return { orderId: toShortId('ORD', order.id), status };
  },
});
