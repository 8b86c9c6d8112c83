/** The sandbox, over lines on which things go wrong. See also undecided-sandbox.ts. */
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

/** Charges, and is heard to have declined: who asks again hears the truth. */
export const misheard = (code: DeclineCode): PaymentProvider => ({
  ...sandbox,
  async charge(charge, now) {
    const { providerPaymentId } = await sandbox.charge(charge, now);
    return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
  },
});

/** Does something else for each charge; told what was asked, in the order in which it was. */
export const listening = (onCharge: (charge: Charge, now: Date) => Promise<ChargeOutcome>): PaymentProvider => ({
  ...sandbox,
  charge: onCharge,
});

/** A provider for every name. */
export const only = (provider: PaymentProvider) => ({ providerOf: () => provider });
