/** What Stripe tells us by itself. Only which charge it is about is believed; how that stands is asked for. */
import type Stripe from 'stripe';
import { loadStripeLibrary } from './client.ts';
import { keyName } from './intents.ts';

/** Names a charge of ours that something has happened to. */
export interface StripeNews {
  /** The charge's key: our payment's id, or whatever else stands there. */
  readonly key: string;
  readonly providerPaymentId: string;
}

/** How old a signature may be. */
const toleranceSeconds = 300;

const aboutCharges =
  /^(?:payment_intent\.(?:succeeded|payment_failed|processing|canceled|requires_action)|setup_intent\.(?:succeeded|setup_failed|canceled|requires_action))$/;

/**
 * Reads a webhook's body as it came. `refused`: not signed by Stripe for us, or too long ago; `other`: about something
 * that we do not follow.
 */
export async function readStripeWebhook(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
  now: Date,
): Promise<StripeNews | 'refused' | 'other'> {
  const { webhooks } = await loadStripeLibrary();
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    return 'refused';
  }
  const object: unknown = event.data?.object;
  if (!aboutCharges.test(String(event.type)) || typeof object !== 'object' || object === null) return 'other';
  const { id, metadata } = object as { id?: unknown; metadata?: Readonly<Record<string, unknown>> | null };
  const key = metadata?.[keyName];
  return typeof id === 'string' && typeof key === 'string' ? { key, providerPaymentId: id } : 'other';
}
