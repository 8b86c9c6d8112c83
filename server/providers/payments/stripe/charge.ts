/** Charging through Stripe: create the intent, describe it, confirm it. */
import type Stripe from 'stripe';
import { log } from '#server/platform/log.ts';
import type { Charge, ChargeOutcome } from '../provider.ts';
import { toStripeAmount } from './amount.ts';
import { closeIntent } from './charge-intents.ts';
import { readReason } from './declines.ts';
import { type Intents, intentsFor } from './intents.ts';
import { isUnconfirmed, needsStripeScript, outcomeOf } from './outcome.ts';
import { describeRefusal, isDecline, isKeyTrouble, isRefusal } from './refusal.ts';

/** Charges, or saves the method. Throws the library's error if the outcome is unknown. */
export async function chargeThroughStripe(stripe: Stripe, charge: Charge): Promise<ChargeOutcome> {
  const { method, amountMinor, currency } = charge;
  if (method.kind === 'card') throw new Error('Stripe does not accept card numbers from the server');
  const amount = toStripeAmount(amountMinor, currency);
  if (amount === undefined) return failure(null, `Stripe cannot charge exactly that amount in ${currency}.`);
  const intents = intentsFor(stripe, charge);
  let id: string | null = null;
  try {
    const [created, customerId] = await Promise.all([intents.create(charge, amount), customerFor(stripe, charge)]);
    id = created.id;
    await intents.describe(id, charge, customerId);
    const confirmed = await intents.confirm(id, charge);
    return needsStripeScript(confirmed) ? await closeIntent(intents, confirmed) : outcomeOf(confirmed);
  } catch (error) {
    if (isDecline(error)) {
      const type = error.payment_method?.type ?? 'card';
      return { status: 'failed', providerPaymentId: id, ...readReason(error, type === 'card') };
    }
    if (!isRefusal(error)) throw error;
    if (isKeyTrouble(error))
      log().error({ code: error.code, requestId: error.requestId }, 'Stripe rejected the API key');
    // A present buyer sees the failure. A renewal must not fail for it: it is charged once our key is valid again.
    if (charge.isOffSession && isKeyTrouble(error)) throw error;
    return await outcomeOfRefusal(intents, id, error);
  }
}

/** A refused call did nothing, but a concurrent call may have confirmed or closed the charge. */
async function outcomeOfRefusal(
  intents: Intents,
  id: string | null,
  error: Parameters<typeof describeRefusal>[0],
): Promise<ChargeOutcome> {
  if (id === null || isKeyTrouble(error)) return failure(id, describeRefusal(error));
  const intent = await intents.read(id);
  if (!isUnconfirmed(intent)) return outcomeOf(intent);
  const closed = await closeIntent(intents, intent);
  return closed.status === 'failed' ? failure(id, describeRefusal(error)) : closed;
}

const failure = (providerPaymentId: string | null, reason: string): ChargeOutcome => ({
  status: 'failed',
  providerPaymentId,
  code: 'payment_failed',
  reason,
});

/** A saved method belongs to a Stripe customer. One is created per method and found again by its idempotency key. */
async function customerFor(stripe: Stripe, charge: Charge): Promise<string | null> {
  const { method, key, buyerEmail, references } = charge;
  if (method.kind === 'saved') return method.customerId;
  if (!charge.savesMethod && charge.amountMinor > 0) return null;
  const params = { ...(buyerEmail === null ? {} : { email: buyerEmail }), metadata: { ...references } };
  return (await stripe.customers.create(params, { idempotencyKey: `${key}:customer` })).id;
}
