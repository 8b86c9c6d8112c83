/** A provider that never tells the end of a charge. */
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '../api.ts';

const sandbox = sandboxProvider(db);

/** Takes a charge as the sandbox does, and says that it is on its way ever after. */
export const undecided: PaymentProvider = {
  ...sandbox,
  async charge(charge, now) {
    await sandbox.charge(charge, now);
    return await undecided.check(charge, now);
  },
  async check(charge, now) {
    const { providerPaymentId } = await sandbox.check(charge, now);
    return { status: 'processing', providerPaymentId: providerPaymentId ?? 'unknown' };
  },
};

/** What the worker asks: the sandbox, which does not know the end of that one charge. */
export const undecidedAbout = (key: string): PaymentProvider => ({
  ...sandbox,
  check: (charge, now) => (charge.key === key ? undecided : sandbox).check(charge, now),
});

/** Charges, and is not heard. */
export const unheard: PaymentProvider = {
  ...sandbox,
  async charge(charge, now) {
    await sandbox.charge(charge, now);
    throw new Error('no answer');
  },
};
