/** The stored fields of a payment method. */
import type { ChargeOutcome } from '#server/providers/payments/provider.ts';
import type { NewMethod } from '../payment-methods/payment-methods.ts';

type Success = Extract<ChargeOutcome, { status: 'succeeded' }>;

/** The method that a provider saved for off-session charges, or undefined. */
export const methodOf = (provider: string, { method, saved }: Success): NewMethod | undefined =>
  saved && {
    provider,
    providerCustomerId: saved.customerId,
    providerMethodId: saved.methodId,
    type: method?.type ?? 'card',
    cardBrand: method?.brand ?? null,
    cardLast4: method?.last4 ?? null,
    expiryMonth: method?.expiryMonth ?? null,
    expiryYear: method?.expiryYear ?? null,
  };
