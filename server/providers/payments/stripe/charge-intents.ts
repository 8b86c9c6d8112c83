/** Finds and closes the intent of a charge. */
import { declineSentences } from '#server/domain/declines.ts';
import type { ChargeOutcome, ChargeReference } from '../provider.ts';
import { toStripeAmount } from './amount.ts';
import type { Intent, Intents } from './intents.ts';
import { isWaiting, outcomeOf } from './outcome.ts';
import { isKeyTrouble, isOtherCall, isRefusal, isStripeFailure } from './refusal.ts';

/** Stripe remembers an idempotency key for 24 hours. Until shortly before, a repeated call is the same call. */
const keyMemoryMs = 23 * 3_600_000;

/** After this time Stripe's search knows every intent: usually after a minute, at most an hour. */
const searchDelayMs = 2 * 3_600_000;

/** A charge without an intent that can never get one. */
export const neverArrived: ChargeOutcome = {
  status: 'failed',
  providerPaymentId: null,
  code: 'not_attempted',
  reason: declineSentences.not_attempted,
};

/**
 * The current intent of a charge: by its id if known, otherwise by repeating the creation under the same idempotency
 * key, and later by our metadata. Undefined if there is none and can never be one.
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
    // Stripe failed to create it and repeats that answer, so no confirmable intent is known.
    if (isStripeFailure(error) && ageMs > searchDelayMs) return await intents.find(charge);
    // Created by another release with other parameters.
    const found = isOtherCall(error) ? await intents.find(charge) : undefined;
    if (found) return found;
    // Refused now, so it was refused then.
    if (isRefusal(error) && !isKeyTrouble(error)) return undefined;
    throw error;
  }
}

/**
 * Closes a waiting intent, so that it cannot succeed later, and returns its outcome. An intent that progressed
 * meanwhile is returned unchanged.
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
    // Neither closed nor progressed: the outcome is unknown.
    if (isWaiting(current)) throw error;
    return outcomeOf(current);
  }
  if (intent.status !== 'requires_action') return outcomeOf(intent);
  const code = 'authentication_abandoned';
  return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
}
