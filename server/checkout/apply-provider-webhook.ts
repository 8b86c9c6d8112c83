/** Handles payment webhooks. A webhook only says that something has changed; the provider is then asked for the state. */
import type { Database } from '#db/client.ts';
import { checkMethodChange } from '#server/billing/payment-methods/change-method.ts';
import {
  findChargedPayment,
  findProviderCharge,
  findUnclosedPayment,
} from '#server/billing/payments/data/provider-charges.ts';
import { importProviderRefunds } from '#server/billing/refunds/import-provider-refunds.ts';
import type { RecordOptions } from '#server/billing/refunds/record-refund.ts';
import { findProviderRefunds } from '#server/billing/refunds/refunds.ts';
import { settleRefund } from '#server/billing/refunds/settle-refund.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import { readStripeWebhook, type StripeNotification } from '#server/providers/payments/stripe/webhook.ts';
import { findStoreScope } from '#server/stores/data/store-merchants.ts';
import { checkPayment } from './check-payment.ts';

const actor: Actor = { kind: 'worker', by: 'stripe-webhook' };

/**
 * Applies a Stripe webhook, given exactly as received, to its payment, method change or refund; ignores unknown objects.
 * Idempotent. Throws 400 for an invalid signature, and an error if Stripe does not answer, so that Stripe retries.
 */
export async function applyStripeWebhook(
  db: Database,
  { body, signature }: { readonly body: Uint8Array; readonly signature: string | undefined },
  { webhookSecret }: { readonly webhookSecret: string },
  now: Date,
): Promise<{ isApplied: boolean }> {
  const notification = await readStripeWebhook(body, signature, webhookSecret, now);
  if (notification === 'refused') throw new ApiError(400, errors.invalidSignature().message, 'payment');
  if (notification === 'other') return { isApplied: false };
  if (notification.about === 'charge')
    return { isApplied: isUuid(notification.key) && (await applyChargeNotification(db, notification, now)) };
  return { isApplied: await applyRefundNotification(db, notification, { actor }, now) };
}

/** The merchant of the store that a webhook names. Undefined: it is about something that other software made. */
async function findNamedMerchant(db: Database, { storeId }: StripeNotification): Promise<string | undefined> {
  const id = fromShortId('STO', storeId ?? '');
  return id && (await findStoreScope(db, id))?.merchantId;
}

/** Settles our refunds, and imports refunds that were made in Stripe's dashboard. */
async function applyRefundNotification(
  db: Database,
  notification: Exclude<StripeNotification, { about: 'charge' }>,
  options: RecordOptions,
  now: Date,
): Promise<boolean> {
  // A key in another format was set by other software.
  const reference =
    notification.about === 'refund' && !isUuid(notification.key ?? '') ? { ...notification, key: null } : notification;
  const merchantId = await findNamedMerchant(db, notification);
  const refunds = await findProviderRefunds(db, 'stripe', reference, merchantId);
  const provider = providerNamed(db, 'stripe');
  for (const refund of refunds) await settleRefund(db, provider, refund, options, now);
  if (reference.about === 'refund' && refunds.length > 0) return true;
  const isApplied = await applyGiveBackNotification(db, reference, merchantId, now);
  const { providerPaymentId } = reference;
  const payment = providerPaymentId ? await findChargedPayment(db, 'stripe', providerPaymentId, merchantId) : undefined;
  const importedCount = payment ? await importProviderRefunds(db, provider, payment, options, now) : 0;
  return refunds.length > 0 || isApplied || importedCount > 0;
}

async function applyChargeNotification(
  db: Database,
  charge: Extract<StripeNotification, { about: 'charge' }>,
  now: Date,
): Promise<boolean> {
  const found = await findProviderCharge(db, 'stripe', charge, await findNamedMerchant(db, charge));
  if (!found) return false;
  if ('payment' in found) await checkPayment(db, found.payment, now, { actor });
  else await checkMethodChange(db, found.change, now, { actor });
  return true;
}

/** Checks a payment that has to be given back. Its refund has the payment's own ID, and no row in `refunds`. */
async function applyGiveBackNotification(
  db: Database,
  reference: { readonly key: string | null } | { readonly about: 'refunds'; readonly providerPaymentId: string },
  merchantId: string | undefined,
  now: Date,
): Promise<boolean> {
  const payment = await findUnclosedPayment(db, 'stripe', reference, merchantId);
  if (payment) await checkPayment(db, payment, now, { actor });
  return payment !== undefined;
}
