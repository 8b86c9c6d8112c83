/** What Stripe tells about a method that its form has taken, before it is charged. */
import type Stripe from 'stripe';
import { describeFailure, log } from '../../../log.ts';
import { observed } from '../../../telemetry/observe.ts';
import type { CardFacts, PaymentMethod } from '../provider.ts';
import { unknownOutcome } from './refusal.ts';

/** The buyer waits for this before the charge begins. */
const timeoutMs = 3_000;

const unknown: CardFacts = { cardId: null, canAuthenticate: true };

/** A wallet's device and a bank's own page authenticate the buyer in their way: 3-D Secure cannot be demanded there. */
export async function readStripeCard(client: () => Promise<Stripe>, method: PaymentMethod): Promise<CardFacts> {
  if (method.kind !== 'token') return unknown;
  try {
    const stripe = await client();
    const options = { timeout: timeoutMs, maxNetworkRetries: 0 };
    const { payment_method_preview: preview } = await observed('call', 'stripe read-card', () =>
      stripe.confirmationTokens.retrieve(method.token, {}, options),
    );
    const card = preview?.card;
    return { cardId: card?.fingerprint ?? null, canAuthenticate: Boolean(card) && !card?.wallet };
  } catch (error) {
    log().warn(describeFailure(unknownOutcome(error)), 'card not read');
    return unknown;
  }
}
