/** How a charge stands at Stripe: finding its intent, and closing it. */
import { declineSentences } from '#server/domain/declines.ts';
import type { ChargeOutcome, ChargeReference } from '../provider.ts';
import { toStripeAmount } from './amount.ts';
import type { Intent, Intents } from './intents.ts';
import { isWaiting, outcomeOf } from './outcome.ts';
import { isKeyTrouble, isOtherCall, isRefusal, isStripeFailure } from './refusal.ts';

/** Stripe remembers an idempotency key for 24 hours: until shortly before, a call that is repeated is the same call. */
const keyMemoryMs = 23 * 3_600_000;

/** By then Stripe's search knows of every intent: after a minute, and an hour later where it is behind. */
const searchDelayMs = 2 * 3_600_000;

/** Of a charge that has no intent and gets none any more. */
export const neverArrived: ChargeOutcome = {
  status: 'failed',
  providerPaymentId: null,
  code: 'not_attempted',
  reason: declineSentences.not_attempted,
};

/**
 * The intent of a charge as it is now. By its id where we have heard it, else by creating it once more under the same
 * idempotency key, later by our name for it. Undefined where there is none and can be none any more.
 */
export async function findIntent(intents: Intents, charge: ChargeReference, now: Date): Promise<Intent | undefined> {
  if (charge.providerPaymentId !== null) return await intents.read(charge.providerPaymentId);
  const amount = toStripeAmount(charge.amountMinor, charge.currency);
  if (amount === undefined) return undefined;
  const ageMs = now.getTime() - charge.startedAt.getTime();
  if (ageMs > keyMemoryMs) return await intents.find(charge);
  try {
    return await intents.read((await intents.create(charge, amount)).id);
  } catch (error) {
    // Stripe failed as it was created, and repeats that: nobody has heard of an intent that could be confirmed.
    if (isStripeFailure(error) && ageMs > searchDelayMs) return await intents.find(charge);
    // Created by another release of ours, which said it in other words.
    const found = isOtherCall(error) ? await intents.find(charge) : undefined;
    if (found) return found;
    // Refused now, and so it was then.
    if (isRefusal(error) && !isKeyTrouble(error)) return undefined;
    throw error;
  }
}

/**
 * Closes an intent that waits, so that it cannot succeed later, and says what became of it. One that has gone on
 * meanwhile is as it is.
 */
export async function closeIntent(intents: Intents, intent: Intent): Promise<ChargeOutcome> {
  if (!isWaiting(intent)) return outcomeOf(intent);
  const providerPaymentId = intent.id;
  try {
    const closed = await intents.cancel(intent.id);
    if (closed.status !== 'canceled') return outcomeOf(closed);
  } catch (error) {
    if (!isRefusal(error) || isKeyTrouble(error)) throw error;
    const current = await intents.read(intent.id);
    // Neither closed nor gone on: nothing is certain.
    if (isWaiting(current)) throw error;
    return outcomeOf(current);
  }
  if (intent.status !== 'requires_action') return outcomeOf(intent);
  const code = 'authentication_abandoned';
  return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
}
