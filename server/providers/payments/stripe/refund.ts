/** Money given back through Stripe. */
import type Stripe from 'stripe';
import type { MadeRefund, Refund, RefundOutcome } from '../provider.ts';
import { fromStripeAmount, toStripeAmount } from './amount.ts';
import { describeRefusal, isDecline, isKeyTrouble, isRefusal } from './refusal.ts';

/** How our refund is called in Stripe's metadata: by its id, which is the refund's key. */
export const refundKeyName = 'refundId';

/**
 * Refunds a payment, in whole or in part. Stripe remembers idempotency keys for a day; one that is told again later is
 * found among the payment's refunds. Throws what Stripe's library throws where the outcome is unknown.
 */
export async function refundThroughStripe(stripe: Stripe, refund: Refund): Promise<RefundOutcome> {
  const { key, providerPaymentId, amountMinor, currency } = refund;
  const amount = toStripeAmount(amountMinor, currency);
  if (amount === undefined) return refused(`Stripe cannot give back exactly that amount in ${currency}.`);
  const given = await findRefund(stripe, refund);
  if (given) return outcomeOf(given);
  try {
    const params = { payment_intent: providerPaymentId, amount, metadata: { [refundKeyName]: key } };
    return outcomeOf(await stripe.refunds.create(params, { idempotencyKey: `${key}:refund` }));
  } catch (error) {
    if (isDecline(error) || (isRefusal(error) && !isKeyTrouble(error))) return refused(describeRefusal(error));
    throw error;
  }
}

/** By its id where we have heard it, else by our name for it. */
async function findRefund(
  stripe: Stripe,
  { key, providerPaymentId, providerRefundId }: Refund,
): Promise<Stripe.Refund | undefined> {
  if (providerRefundId) return await stripe.refunds.retrieve(providerRefundId);
  for await (const refund of stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })) {
    if (refund.metadata?.[refundKeyName] === key) return refund;
  }
  return undefined;
}

/** All refunds of a payment, those that were made in Stripe's own dashboard among them. */
export async function listStripeRefunds(stripe: Stripe, providerPaymentId: string): Promise<MadeRefund[]> {
  const made: MadeRefund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })) {
    const currency = refund.currency.toUpperCase();
    made.push({
      providerRefundId: refund.id,
      key: refund.metadata?.[refundKeyName] ?? null,
      amountMinor: fromStripeAmount(refund.amount, currency) ?? null,
      currency,
      isFailed: outcomeOf(refund).status === 'failed',
    });
  }
  return made;
}

function outcomeOf({ id, status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { status, providerRefundId: id };
  if (status !== 'failed' && status !== 'canceled') return { status: 'pending', providerRefundId: id };
  return { ...refused(`Stripe: the refund ${status}${reason ? ` (${reason})` : ''}.`), providerRefundId: id };
}

const refused = (reason: string) => ({
  status: 'failed' as const,
  providerRefundId: null,
  reason: reason.slice(0, 300),
});
