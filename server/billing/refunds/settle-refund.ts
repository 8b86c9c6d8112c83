/** Asks a refund's provider to make it, or what became of it. */
import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { withProviderTimeout } from '../payments/ask-provider.ts';
import { type RecordOptions, recordRefund } from './record-refund.ts';
import { findChargeOfRefund, type Refund } from './refunds.ts';

/**
 * Asks the provider with the refund's own idempotency key, so that retries refund once, and records the result. Returns the
 * current refund. Throws if the provider does not answer in time; the outcome is then unknown, and the worker retries.
 */
export async function settleRefund(
  db: Database,
  provider: PaymentProvider,
  refund: Refund,
  options: RecordOptions,
  now: Date,
): Promise<Refund> {
  const { id: key, amountMinor, currency, providerRefundId } = refund;
  const providerPaymentId = await findChargeOfRefund(db, refund);
  if (!providerPaymentId) throw new Error('the payment has no provider ID');
  const references = { storeId: toShortId('STO', refund.storeId) };
  const request = { key, providerPaymentId, providerRefundId, amountMinor, currency, references };
  return await recordRefund(db, refund, await withProviderTimeout(provider.refund(request, now)), options, now);
}
