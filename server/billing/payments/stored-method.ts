/** What is stored of a payment method, from what its provider says. */
import type { ChargeOutcome } from '#server/providers/payments/provider.ts';
import type { NewMethod } from '../payment-methods/payment-methods.ts';

type Success = Extract<ChargeOutcome, { status: 'succeeded' }>;

/** The method that a provider keeps for charges while the buyer is away; undefined where it keeps none. */
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
