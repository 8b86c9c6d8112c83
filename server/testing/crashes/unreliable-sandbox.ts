/** A sandbox with unreliable connections. See also undecided-sandbox.ts. */
import { type DeclineCode, declineSentences } from '#server/domain/declines.ts';
import type { Charge, ChargeOutcome, PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '../api.ts';

const sandbox = sandboxProvider(db);

/** Rejects every charge: the provider cannot be reached. */
export const unreachable: PaymentProvider = {
  ...sandbox,
  charge: () => Promise.reject(new Error('the request was lost')),
};

/** Charges, but answers that the card was declined. A later check returns the true outcome. */
export const reportingDecline = (code: DeclineCode): PaymentProvider => ({
  ...sandbox,
  async charge(charge, now) {
    const { providerPaymentId } = await sandbox.charge(charge, now);
    return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
  },
});

/** Runs `onCharge` for each charge, in the order of the charges. */
export const withChargeHandler = (
  onCharge: (charge: Charge, now: Date) => Promise<ChargeOutcome>,
): PaymentProvider => ({
  ...sandbox,
  charge: onCharge,
});

/** Returns this provider for every name. */
export const onlyProvider = (provider: PaymentProvider) => ({ providerOf: () => provider });
