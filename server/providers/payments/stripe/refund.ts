/** Refunds through Stripe. */
import type Stripe from 'stripe';
import type { ProviderRefund, Refund, RefundOutcome } from '../provider.ts';
import { fromStripeAmount, toStripeAmount } from './amount.ts';
import { describeRefusal, isDecline, isKeyTrouble, isRefusal } from './refusal.ts';

/** The metadata key of our refund's id, which is the refund's idempotency key. */
export const refundKeyName = 'refundId';

/**
 * Refunds a payment fully or partially. Stripe remembers idempotency keys for a day; a later repeat is found among the
 * payment's refunds. Throws the library's error if the outcome is unknown.
 */
export async function refundThroughStripe(stripe: Stripe, refund: Refund): Promise<RefundOutcome> {
  const { key, providerPaymentId, amountMinor, currency, references } = refund;
  const amount = toStripeAmount(amountMinor, currency);
  if (amount === undefined) return refused(`Stripe cannot refund exactly that amount in ${currency}.`);
  const existing = await findRefund(stripe, refund);
  if (existing) return outcomeOf(existing);
  try {
    const params = { payment_intent: providerPaymentId, amount, metadata: { ...references, [refundKeyName]: key } };
    return outcomeOf(await stripe.refunds.create(params, { idempotencyKey: `${key}:refund` }));
  } catch (error) {
    if (isDecline(error) || (isRefusal(error) && !isKeyTrouble(error))) return refused(describeRefusal(error));
    throw error;
  }
}

/** By its id if known, otherwise by our metadata. */
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

/** All refunds of a payment, including those made in Stripe's dashboard. */
export async function listStripeRefunds(stripe: Stripe, providerPaymentId: string): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })) {
    const currency = refund.currency.toUpperCase();
    refunds.push({
      providerRefundId: refund.id,
      key: refund.metadata?.[refundKeyName] ?? null,
      amountMinor: fromStripeAmount(refund.amount, currency) ?? null,
      currency,
      isFailed: outcomeOf(refund).status === 'failed',
    });
  }
  return refunds;
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
