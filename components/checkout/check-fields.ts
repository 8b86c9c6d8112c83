/** What can be said of the form before it is sent. The server has the last word, in the same sentences. */
import type { PayField } from '../../server/checkout/pay-form.ts';

export type Values = Readonly<Record<PayField, string>>;
export type Problems = Readonly<Partial<Record<PayField, string>>>;

/** In the order of the form. */
export const fieldNames = [
  'email',
  'country',
  'state',
  'postcode',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
] as const satisfies readonly PayField[];
export const cardFieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly PayField[];

export interface Circumstances {
  /** Whether the chosen country's states are asked for. */
  readonly hasStates: boolean;
  /** The server's moment: a buyer's own clock may be years off. */
  readonly now: Date;
}

/** What is wrong with a field and what to do about it; undefined: nothing. */
export function checkField(name: PayField, values: Values, { hasStates, now }: Circumstances): string | undefined {
  const value = values[name].trim();
  switch (name) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value) ? undefined : 'Enter an email address such as ana@example.com.';
    case 'country':
      return value ? undefined : 'Choose your country.';
    case 'state':
      if (value || !hasStates) return undefined;
      return values.country === 'CA' ? 'Choose your province.' : 'Choose your state.';
    case 'postcode':
      return value.length > 16 ? 'Enter a postal code of at most 16 characters.' : undefined;
    case 'cardNumber':
      return /^\d{12,19}$/.test(value.replace(/[\s-]/g, '')) ? undefined : 'Enter the full number on your card.';
    case 'cardExpiry':
      return checkExpiry(value, now);
    case 'cardCvc':
      return /^\d{3,4}$/.test(value) ? undefined : 'Enter the 3 or 4 digits of the security code.';
  }
}

function checkExpiry(value: string, now: Date): string | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(value) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) {
    return 'Enter the expiry date as month and year, such as 04 / 30.';
  }
  // Good to the end of the month; Date counts months from 0, so this is the first day after it.
  if (Date.UTC(2000 + Number(year), Number(month)) <= now.getTime()) return 'This card has expired. Use another card.';
  return undefined;
}

/** What stands in the form now; a field that is not shown counts as empty. */
export function readValues(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return Object.fromEntries(fieldNames.map((name) => [name, String(data.get(name) ?? '')])) as Record<PayField, string>;
}
