/** Reads a method that Stripe's form has collected, before charging it. */
import type Stripe from 'stripe';
import { describeFailure, log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import type { CardFacts, PaymentMethod } from '../provider.ts';
import { isKeyTrouble, isPermissionMissing, isRefusal, unknownOutcome } from './refusal.ts';

/** The buyer waits for this before the charge begins. */
const timeoutMs = 3_000;

const missingPermission =
  "Stripe's key lacks the permission ConfirmationTokens (read): declines are not counted per card";

/** Possibly a wallet, whose buyer has to wait during card testing protection. */
const unread: CardFacts = { cardId: null, canAuthenticate: false };
/** A token unknown to Stripe cannot be charged either. */
const unusable: CardFacts = { cardId: null, canAuthenticate: true };

/** Wallets and bank pages authenticate the buyer themselves, so 3D Secure cannot be required for them. */
export async function readStripeCard(client: () => Promise<Stripe>, method: PaymentMethod): Promise<CardFacts> {
  if (method.kind !== 'token') return unread;
  try {
    const stripe = await client();
    const options = { timeout: timeoutMs, maxNetworkRetries: 0 };
    const { payment_method_preview: preview } = await observed('call', 'stripe read-card', () =>
      stripe.confirmationTokens.retrieve(method.token, {}, options),
    );
    const card = preview?.card;
    return { cardId: card?.fingerprint ?? null, canAuthenticate: Boolean(card) && !card?.wallet };
  } catch (error) {
    const failure = describeFailure(unknownOutcome(error));
    if (isPermissionMissing(error)) log().error(failure, missingPermission);
    else log().warn(failure, 'could not read a card');
    return isRefusal(error) && !isKeyTrouble(error) ? unusable : unread;
  }
}
