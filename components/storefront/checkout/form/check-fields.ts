/** Checks the checkout form in the browser. The server repeats every check with the same messages. */
import type { BuyerField } from '#server/billing/payments/buyer-form.ts';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import { type CardCircumstances, cardFieldNames, checkCardField } from './check-card.ts';
import type { FormValues } from './form-values.ts';

/** In form order. */
export const buyerFieldNames = [
  'email',
  'country',
  'state',
  'postcode',
  'businessName',
  'taxId',
] as const satisfies readonly BuyerField[];
export const fieldNames = [...buyerFieldNames, ...cardFieldNames] as const satisfies readonly PayField[];

export type Values = FormValues<PayField>;
export type Problems = Readonly<Partial<Record<PayField, string>>>;

export interface Circumstances extends CardCircumstances {
  /** Whether the form asks for a state. */
  readonly hasStates: boolean;
  readonly isBusiness: boolean;
  /** The server's verdict on a tax ID. Only the server can validate one. */
  readonly taxIdCheck: { readonly taxId: string; readonly problem: string | undefined };
}

/** Returns the problem of a field, or undefined. */
export function checkField(name: PayField, values: Values, circumstances: Circumstances): string | undefined {
  const { hasStates, isBusiness, taxIdCheck, say } = circumstances;
  const value = values[name].trim();
  switch (name) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value) ? undefined : say('problems.email');
    case 'country':
      return value ? undefined : say('problems.country');
    case 'state':
      if (value || !hasStates) return undefined;
      return say(values.country === 'CA' ? 'problems.province' : 'problems.state');
    case 'postcode':
      return value.length > 16 ? say('problems.postcode') : undefined;
    case 'businessName':
      return isBusiness && !value ? say('problems.businessName') : undefined;
    case 'taxId':
      return isBusiness && value === taxIdCheck.taxId.trim() ? taxIdCheck.problem : undefined;
    case 'cardNumber':
    case 'cardExpiry':
    case 'cardCvc':
      return checkCardField(name, value, circumstances);
  }
}
