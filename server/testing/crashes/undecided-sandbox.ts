/** A provider that never reports the outcome of a charge. */
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '../api.ts';

const sandbox = sandboxProvider(db);

/** Charges like the sandbox, and reports the charge as pending forever. */
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

/** A sandbox that reports this one charge as undecided, for the worker's checks. */
export const undecidedFor = (key: string): PaymentProvider => ({
  ...sandbox,
  check: (charge, now) => (charge.key === key ? undecided : sandbox).check(charge, now),
});

/** Charges, but its answer is lost. */
export const lostAnswer: PaymentProvider = {
  ...sandbox,
  async charge(charge, now) {
    await sandbox.charge(charge, now);
    throw new Error('no answer');
  },
};
