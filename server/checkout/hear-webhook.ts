/** A payment provider tells us by itself that something has happened to a charge or a refund: it is asked what. */
import type { Database } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { isUuid } from '../domain/ids.ts';
import { ApiError } from '../errors.ts';
import { providerNamed } from '../providers/payments/index.ts';
import { readStripeWebhook } from '../providers/payments/stripe/webhook.ts';
import { findOwedPayment, findProviderCharge } from '../queries/provider-charges.ts';
import { findProviderRefunds } from '../queries/refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { checkMethodChange } from './change-method.ts';
import { checkPayment } from './check-payment.ts';

const actor: Actor = { kind: 'worker', by: 'stripe-webhook' };

/**
 * Hears a webhook of Stripe's, exactly as it came, and sees to the payment, change of method or refund that it is about;
 * what is none of ours is passed over. Told twice, it does the same once. Refuses with 400 what Stripe has not signed;
 * throws where Stripe does not answer, so that it tells us again.
 */
export async function hearStripeWebhook(
  db: Database,
  { body, signature }: { readonly body: Uint8Array; readonly signature: string | undefined },
  { webhookSecret, appUrl }: { readonly webhookSecret: string; readonly appUrl: string },
  now: Date,
): Promise<{ heard: boolean }> {
  const news = await readStripeWebhook(body, signature, webhookSecret, now);
  if (news === 'refused') throw new ApiError(400, 'Invalid signature', 'payment');
  if (news === 'other' || ('key' in news && !isUuid(news.key))) return { heard: false };
  if (news.about === 'charge') return { heard: await hearOfCharge(db, news, now) };
  const refunds = await findProviderRefunds(db, 'stripe', news);
  for (const refund of refunds) {
    await settleRefund(db, providerNamed(db, refund.provider), refund, { actor, appUrl }, now);
  }
  if (refunds.length > 0) return { heard: true };
  return { heard: await hearOfGiveBack(db, news, now) };
}

async function hearOfCharge(
  db: Database,
  charge: { readonly key: string; readonly providerPaymentId: string },
  now: Date,
): Promise<boolean> {
  const found = await findProviderCharge(db, 'stripe', charge);
  if (!found) return false;
  if ('payment' in found) await checkPayment(db, found.payment, now, { actor });
  else await checkMethodChange(db, found.change, now, { actor });
  return true;
}

/** A payment that bought nothing is given back under its own id: there is no refund of ours beside it. */
async function hearOfGiveBack(
  db: Database,
  about: { readonly key: string } | { readonly providerPaymentId: string },
  now: Date,
): Promise<boolean> {
  const payment = await findOwedPayment(db, 'stripe', about);
  if (payment) await checkPayment(db, payment, now, { actor });
  return payment !== undefined;
}
