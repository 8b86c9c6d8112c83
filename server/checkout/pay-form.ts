/** What a buyer sends to pay, and the sentences that help them correct it. */
import { z } from 'zod';
import type { BillingDetail } from '../domain/billing-detail.ts';
import { emailAddress } from '../domain/fields.ts';
import { regions } from '../domain/regions.ts';
import { ApiError } from '../errors.ts';
import type { Card } from '../providers/payments/provider.ts';
import { readBilling, type Shown } from './quote.ts';

export const payFields = ['email', 'country', 'state', 'postcode', 'cardNumber', 'cardExpiry', 'cardCvc'] as const;
export type PayField = (typeof payFields)[number];

export interface PayForm {
  readonly email: string;
  readonly billingDetail: BillingDetail;
  readonly card: Card;
  /** The amounts that stood on the page; undefined where the request does not say. */
  readonly shown: Shown | undefined;
}

/** A refusal that the page shows at one field. */
export const fieldError = (field: PayField, message: string): ApiError =>
  new ApiError(400, message, 'payment', { details: { field } });

const text = z.string().trim().max(300).catch('');
const amount = z.int().nonnegative();
const shown = z.object({ totalMinor: amount, renewalMinor: amount.nullable() });
const shape = z.object(Object.fromEntries(payFields.map((field) => [field, text])) as Record<PayField, typeof text>);

/** The buyer's fields as far as they are filled in; what is no text counts as empty. */
export const readBuyer = (body: object): Record<'email' | 'country' | 'state' | 'postcode', string> =>
  shape.parse(body);

/** The form as typed (strings, by field) and the amounts that were shown. Throws the first field's error. */
export function readPayForm(body: object, prefilled: BillingDetail | null, now: Date): PayForm {
  const given = shape.parse(body);
  if (!emailAddress('email').safeParse(given.email).success) {
    throw fieldError('email', 'Enter an email address such as ana@example.com.');
  }
  return {
    email: given.email,
    billingDetail: requireBilling(given, prefilled),
    shown: shown.safeParse('shown' in body ? body.shown : undefined).data,
    card: { number: readNumber(given.cardNumber), ...readExpiry(given.cardExpiry, now), cvc: readCvc(given.cardCvc) },
  };
}

function requireBilling(given: Record<PayField, string>, prefilled: BillingDetail | null): BillingDetail {
  const { country, state, postcode } = given;
  const detail = readBilling({ country, state, postcode }, prefilled);
  if (detail) return detail;
  if (!/^[A-Z]{2}$/.test(country)) throw fieldError('country', 'Choose your country.');
  if (country in regions) throw fieldError('state', country === 'CA' ? 'Choose your province.' : 'Choose your state.');
  if (postcode.length > 16) throw fieldError('postcode', 'Enter a postal code of at most 16 characters.');
  throw fieldError('country', 'Choose your country.');
}

function readNumber(typed: string): string {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) throw fieldError('cardNumber', 'Enter the full number on your card.');
  return digits;
}

function readExpiry(typed: string, now: Date): { expiryMonth: number; expiryYear: number } {
  const match = /^(\d{1,2})\s*[/-]?\s*(\d{2}|20\d{2})$/.exec(typed);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12)
    throw fieldError('cardExpiry', 'Enter the expiry date as month and year, such as 04 / 30.');
  const year = 2000 + (Number(match[2]) % 100);
  // A card is good to the end of the month printed on it.
  if (Date.UTC(year, month) <= now.getTime())
    throw fieldError('cardExpiry', 'This card has expired. Use another card.');
  return { expiryMonth: month, expiryYear: year };
}

function readCvc(typed: string): string {
  if (!/^\d{3,4}$/.test(typed)) throw fieldError('cardCvc', 'Enter the 3 or 4 digits of the security code.');
  return typed;
}
