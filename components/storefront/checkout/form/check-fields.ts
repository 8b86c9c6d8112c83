/** What can be said of the checkout's form before it is sent. The server has the last word, in the same sentences. */
import type { BuyerField } from '#server/billing/payments/buyer-form.ts';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import { type CardCircumstances, cardFieldNames, checkCardField } from './check-card.ts';
import type { FormValues } from './form-values.ts';

/** In the order of the form. */
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
  /** Whether the chosen country's states are asked for. */
  readonly hasStates: boolean;
  readonly isBusiness: boolean;
  /** What the server said of a tax id, which only it can judge. */
  readonly judged: { readonly taxId: string; readonly problem: string | undefined };
}

/** What is wrong with a field and what to do about it; undefined: nothing. */
export function checkField(name: PayField, values: Values, circumstances: Circumstances): string | undefined {
  const { hasStates, isBusiness, judged, say } = circumstances;
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
      return isBusiness && value === judged.taxId.trim() ? judged.problem : undefined;
    case 'cardNumber':
    case 'cardExpiry':
    case 'cardCvc':
      return checkCardField(name, value, circumstances);
  }
}
