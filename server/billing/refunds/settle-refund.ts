/** A refund is asked of its provider: the first time it is made, later it is what has become of it. */
import type { Database } from '#db/client.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { withinTime } from '../payments/ask-provider.ts';
import { type RecordOptions, recordRefund } from './record-refund.ts';
import { findChargeOfRefund, type Refund } from './refunds.ts';

/**
 * Asks the provider under the refund's own key, so that whoever asks again gives nothing back twice, and records what it
 * says; gives the refund as it stands then. Throws where the provider does not answer in time: then nothing is known, and
 * it is asked again later.
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
  if (!providerPaymentId) throw new Error('the provider has no name for the payment');
  const request = { key, providerPaymentId, providerRefundId, amountMinor, currency };
  return await recordRefund(db, refund, await withinTime(provider.refund(request, now)), options, now);
}
