/** Stripe's webhooks. Only their subject is trusted; the state is queried. */
import type Stripe from 'stripe';
import { loadStripeLibrary } from './client.ts';
import { keyName } from './intents.ts';
import { refundKeyName } from './refund.ts';

/** Names the object of ours that something happened to. */
export type StripeNotification = {
  /** Our store's Short ID, or whatever the metadata contains; null without one. */
  readonly storeId: string | null;
} & NotifiedObject;

type NotifiedObject =
  /** A charge. `key` is our payment's id, or whatever the metadata contains. */
  | { readonly about: 'charge'; readonly key: string; readonly providerPaymentId: string }
  /**
   * A refund. `key` is our refund's id, or a refunded payment's; null if it was made in Stripe's dashboard. Most
   * notifications name the payment.
   */
  | {
      readonly about: 'refund';
      readonly key: string | null;
      readonly providerRefundId: string;
      readonly providerPaymentId: string | null;
    }
  /** A charge was refunded; Stripe does not name the refund here. */
  | { readonly about: 'refunds'; readonly providerPaymentId: string };

/** The maximum age of a signature. */
const toleranceSeconds = 300;

const aboutCharges =
  /^(?:payment_intent\.(?:succeeded|payment_failed|processing|canceled|requires_action)|setup_intent\.(?:succeeded|setup_failed|canceled|requires_action))$/;
const aboutRefunds = /^(?:refund\.(?:created|updated|failed)|charge\.refund\.updated)$/;

/**
 * Reads a webhook's raw body. `refused`: not signed by Stripe for us, or too old; `other`: a subject that we do not
 * follow.
 */
export async function readStripeWebhook(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
  now: Date,
): Promise<StripeNotification | 'refused' | 'other'> {
  const { webhooks } = await loadStripeLibrary();
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    return 'refused';
  }
  const object: unknown = event.data?.object;
  if (typeof object !== 'object' || object === null) return 'other';
  const notified = readEvent(String(event.type), object);
  const storeId = (object as EventObject).metadata?.storeId;
  return notified ? { ...notified, storeId: typeof storeId === 'string' ? storeId : null } : 'other';
}

interface EventObject {
  readonly id?: unknown;
  readonly payment_intent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

function readEvent(type: string, { id, payment_intent: intent, metadata }: EventObject): NotifiedObject | undefined {
  if (type === 'charge.refunded') {
    return typeof intent === 'string' ? { about: 'refunds', providerPaymentId: intent } : undefined;
  }
  if (typeof id !== 'string') return undefined;
  const [chargeKey, refundKey] = [metadata?.[keyName], metadata?.[refundKeyName]];
  if (aboutCharges.test(type) && typeof chargeKey === 'string') {
    return { about: 'charge', key: chargeKey, providerPaymentId: id };
  }
  if (aboutRefunds.test(type)) {
    const key = typeof refundKey === 'string' ? refundKey : null;
    return {
      about: 'refund',
      key,
      providerRefundId: id,
      providerPaymentId: typeof intent === 'string' ? intent : null,
    };
  }
  return undefined;
}
