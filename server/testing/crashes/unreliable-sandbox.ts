/** A sandbox with unreliable connections. See also undecided-sandbox.ts. */
import { type DeclineCode, declineSentences } from '#server/domain/declines.ts';
import type { Charge, ChargeOutcome, PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '../api.ts';

const sandbox = sandboxProvider(db);

/** No charge arrives. */
export const unreached: PaymentProvider = {
  ...sandbox,
  charge: () => Promise.reject(new Error('the question was lost')),
};

/** Charges, but answers that the card was declined. A later check returns the true outcome. */
export const misheard = (code: DeclineCode): PaymentProvider => ({
  ...sandbox,
  async charge(charge, now) {
    const { providerPaymentId } = await sandbox.charge(charge, now);
    return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
  },
});

/** Runs `onCharge` for each charge, in the order of the charges. */
export const listening = (onCharge: (charge: Charge, now: Date) => Promise<ChargeOutcome>): PaymentProvider => ({
  ...sandbox,
  charge: onCharge,
});

/** Returns this provider for every name. */
export const only = (provider: PaymentProvider) => ({ providerOf: () => provider });
