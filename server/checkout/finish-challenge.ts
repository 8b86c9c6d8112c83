/** The answer to a sandbox challenge at the checkout. Other providers report theirs through `checkPayment`. */
import type { Database } from '#db/client.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { answerBuyer, type PayResult } from '#server/billing/payments/answer-buyer.ts';
import { lockPayment, paymentChange, paymentEvent, savePaymentStatus } from '#server/billing/payments/payments.ts';
import { findProviderName } from '#server/billing/payments/store-provider.ts';
import { canStart } from '#server/billing/payments/trial-claim.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { englishVoice, type MessageKey } from '#server/i18n/say.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { type Checkout, isBuyersBrowser } from './address.ts';
import { actorOf, lockOpenCheckout } from './open-checkout.ts';
import type { PayOptions } from './pay.ts';

/** Why an order can no longer start. */
function reasonOf({ changeOriginOrderId, trialEndsAt }: Order): MessageKey {
  if (changeOriginOrderId) return 'errors.quoteChanged';
  return trialEndsAt ? 'errors.trialUsed' : 'errors.nothingToConfirm';
}

/**
 * Ends the challenge of a sandbox payment. Throws an ApiError with a message for the buyer: 400 for a decline (`reason`), if
 * no challenge is open, or if the trial has started in another order.
 */
export async function finishChallenge(
  db: Database,
  { store, session, browser }: Checkout,
  paymentId: string,
  passed: boolean,
  realTime: Date,
  { voice: { say } = englishVoice, limitMs }: Pick<PayOptions, 'voice' | 'limitMs'> = {},
): Promise<PayResult> {
  const now = storeTime(store, session.environment, realTime);
  const actor = actorOf(session);
  const payment = await db.transaction(async (tx) => {
    const { session: locked, order } = await lockOpenCheckout(tx, store, session.id, say, now);
    const waiting = isUuid(paymentId) ? await lockPayment(tx, session, paymentId) : undefined;
    const isWaiting = waiting?.status === 'requires_action' && waiting.provider === 'sandbox';
    const isOwn = order !== undefined && isBuyersBrowser(order, { browser });
    if (!isOwn || !isWaiting || waiting.orderId !== order.id || (await findProviderName(tx, order)) !== 'sandbox') {
      throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
    }
    if (!(await canStart(tx, order, now, locked))) throw new ApiError(400, say(reasonOf(order)), 'payment');
    const resumed = await savePaymentStatus(tx, waiting, nextPaymentStatus(waiting.status, 'resume'), {}, now);
    const changes = paymentChange(waiting, resumed.status);
    await recordEvent(tx, paymentEvent(order, actor, resumed)('payment.resumed', {}, changes), now);
    return resumed;
  });
  const ask = () => answerChallenge(db, payment.id, passed, now);
  return await answerBuyer(db, sandboxProvider(db), payment, ask, { say, actor, limitMs }, now);
}
