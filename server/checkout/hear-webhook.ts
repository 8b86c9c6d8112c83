/** A payment provider tells us by itself that something has happened to a charge: the provider is asked what. */
import type { Database } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { isUuid } from '../domain/ids.ts';
import { ApiError } from '../errors.ts';
import { readStripeWebhook } from '../providers/payments/stripe/webhook.ts';
import { findProviderCharge } from '../queries/provider-charges.ts';
import { checkMethodChange } from './change-method.ts';
import { checkPayment } from './check-payment.ts';

const actor: Actor = { kind: 'worker', by: 'stripe-webhook' };

/**
 * Hears a webhook of Stripe's, exactly as it came, and sees to the payment or change of method that it is about; what is
 * none of ours is passed over. Told twice, it does the same once. Refuses with 400 what Stripe has not signed; throws
 * where Stripe does not answer, so that it tells us again.
 */
export async function hearStripeWebhook(
  db: Database,
  { body, signature }: { readonly body: Uint8Array; readonly signature: string | undefined },
  secret: string,
  now: Date,
): Promise<{ heard: boolean }> {
  const news = await readStripeWebhook(body, signature, secret, now);
  if (news === 'refused') throw new ApiError(400, 'Invalid signature', 'payment');
  if (news === 'other' || !isUuid(news.key)) return { heard: false };
  const found = await findProviderCharge(db, 'stripe', news);
  if (!found) return { heard: false };
  if ('payment' in found) await checkPayment(db, found.payment, now, { actor });
  else await checkMethodChange(db, found.change, now, { actor });
  return { heard: true };
}
