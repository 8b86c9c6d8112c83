/** A payment provider tells us by itself that something has happened to a charge or a refund: it is asked what. */
import type { Database } from '#db/client.ts';
import { checkMethodChange } from '#server/billing/payment-methods/change-method.ts';
import {
  findChargedPayment,
  findOwedPayment,
  findProviderCharge,
} from '#server/billing/payments/data/provider-charges.ts';
import { importProviderRefunds } from '#server/billing/refunds/import-provider-refunds.ts';
import type { RecordOptions } from '#server/billing/refunds/record-refund.ts';
import { findProviderRefunds } from '#server/billing/refunds/refunds.ts';
import { settleRefund } from '#server/billing/refunds/settle-refund.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import { readStripeWebhook, type StripeNotification } from '#server/providers/payments/stripe/webhook.ts';
import { checkPayment } from './check-payment.ts';

const actor: Actor = { kind: 'worker', by: 'stripe-webhook' };

/**
 * Hears a webhook of Stripe's, exactly as it came, and sees to the payment, change of method or refund that it is about;
 * what is none of ours is passed over. Told twice, it does the same once. Refuses with 400 what Stripe has not signed;
 * throws where Stripe does not answer, so that it tells us again.
 */
export async function applyStripeWebhook(
  db: Database,
  { body, signature }: { readonly body: Uint8Array; readonly signature: string | undefined },
  { webhookSecret }: { readonly webhookSecret: string },
  now: Date,
): Promise<{ heard: boolean }> {
  const news = await readStripeWebhook(body, signature, webhookSecret, now);
  if (news === 'refused') throw new ApiError(400, errors.invalidSignature().message, 'payment');
  if (news === 'other') return { heard: false };
  if (news.about === 'charge') return { heard: isUuid(news.key) && (await hearOfCharge(db, news, now)) };
  return { heard: await hearOfRefund(db, news, { actor }, now) };
}

/** A refund of ours is asked about; of any other, whether it was made in Stripe's own dashboard. */
async function hearOfRefund(
  db: Database,
  news: Exclude<StripeNotification, { about: 'charge' }>,
  options: RecordOptions,
  now: Date,
): Promise<boolean> {
  // What somebody else put there is no key of ours.
  const about = news.about === 'refund' && !isUuid(news.key ?? '') ? { ...news, key: null } : news;
  const refunds = await findProviderRefunds(db, 'stripe', about);
  const provider = providerNamed(db, 'stripe');
  for (const refund of refunds) await settleRefund(db, provider, refund, options, now);
  if (about.about === 'refund' && refunds.length > 0) return true;
  const isOwed = await hearOfGiveBack(db, about, now);
  const { providerPaymentId } = about;
  const payment = providerPaymentId ? await findChargedPayment(db, 'stripe', providerPaymentId) : undefined;
  const adopted = payment ? await importProviderRefunds(db, provider, payment, options, now) : 0;
  return refunds.length > 0 || isOwed || adopted > 0;
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
  about: { readonly key: string | null } | { readonly about: 'refunds'; readonly providerPaymentId: string },
  now: Date,
): Promise<boolean> {
  const payment = await findOwedPayment(db, 'stripe', about);
  if (payment) await checkPayment(db, payment, now, { actor });
  return payment !== undefined;
}
