/** The answer to a sandbox challenge for a charge of a started subscription. */

import type { Database } from '#db/client.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { answerBuyer, type PayResult } from '../payments/answer-buyer.ts';
import { lockPayment, paymentChange, paymentEvent, savePaymentStatus } from '../payments/payments.ts';
import { findProviderName } from '../payments/store-provider.ts';

/**
 * Ends the challenge of an order's sandbox payment. Throws an ApiError with a message for the buyer: 400 for a decline
 * (`reason`), or if no challenge is open.
 */
export async function finishRenewalChallenge(
  db: Database,
  target: StoreScope & { readonly orderId: string; readonly paymentId: string },
  passed: boolean,
  now: Date,
  { say, actor }: { readonly say: Say; readonly actor: Actor },
): Promise<PayResult> {
  const payment = await db.transaction(async (tx) => {
    const order = await lockStoreOrder(tx, target, target.orderId);
    const payment = isUuid(target.paymentId) ? await lockPayment(tx, target, target.paymentId) : undefined;
    const isWaiting = payment?.status === 'requires_action' && payment.provider === 'sandbox';
    if (!order || !isWaiting || payment.orderId !== order.id || (await findProviderName(tx, order)) !== 'sandbox') {
      throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
    }
    const resumed = await savePaymentStatus(tx, payment, nextPaymentStatus(payment.status, 'resume'), {}, now);
    const changes = paymentChange(payment, resumed.status);
    await recordEvent(tx, paymentEvent(order, actor, resumed)('payment.resumed', {}, changes), now);
    return resumed;
  });
  const ask = () => answerChallenge(db, payment.id, passed, now);
  return await answerBuyer(db, sandboxProvider(db), payment, ask, { say, actor, limitMs: undefined }, now);
}
