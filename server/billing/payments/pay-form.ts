/** The payment form that a buyer submits. */
import { z } from 'zod';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { ApiError } from '#server/domain/errors.ts';
import { type Say, sayInEnglish } from '#server/i18n/say.ts';
import type { Card, PaymentMethod } from '#server/providers/payments/provider.ts';
import { buyerFields, findBuyerProblems, readBuyer, type TypedBuyer } from './buyer-form.ts';
import { readBilling, type ShownAmounts } from './quote.ts';

export const cardFields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
export const payFields = [...buyerFields, ...cardFields] as const;
export type PayField = (typeof payFields)[number];

export interface PayForm {
  readonly email: string;
  readonly billingDetail: BillingDetail;
  readonly method: PaymentMethod;
  /** The amounts that the page displayed; undefined if the request does not have them. */
  readonly shown: ShownAmounts | undefined;
  /** The quote to charge, if the buyer was given one. */
  readonly quoteId: string | undefined;
}

/** A refusal at one field of the form. */
export const fieldError = (field: PayField, message: string): ApiError =>
  new ApiError(400, message, 'payment', { code: 'invalid_field', path: field });

const amount = z.int().nonnegative();
const shown = z.object({ totalMinor: amount, renewalMinor: amount.nullable() });

/**
 * Reads the submitted form: strings by field, `isBusiness`, and the displayed amounts. `prefilled` is the merchant's billing
 * detail of the buyer. Throws the first field's error.
 */
export function readPayForm(
  body: object,
  prefilled: BillingDetail | null,
  now: Date,
  say: Say = sayInEnglish,
): PayForm {
  const typed = readBuyer(body);
  return {
    email: typed.email,
    billingDetail: requireBuyer(typed, prefilled, say),
    shown: shown.safeParse('shown' in body ? body.shown : undefined).data,
    quoteId: 'quoteId' in body && typeof body.quoteId === 'string' ? body.quoteId : undefined,
    method: readMethod(body, now, say),
  };
}

function requireBuyer(typed: TypedBuyer, prefilled: BillingDetail | null, say: Say): BillingDetail {
  const problems = findBuyerProblems(typed, say);
  const wrong = buyerFields.find((field) => problems[field] !== undefined);
  if (wrong) throw fieldError(wrong, problems[wrong] ?? '');
  const detail = readBilling(typed, prefilled);
  if (!detail) throw fieldError('country', say('problems.country'));
  return detail;
}

const token = z.object({ paymentToken: z.string().min(1).max(500) });

/** The payment method: a token from the provider's own form, or a typed card. Throws the first field's error. */
export function readMethod(body: object, now: Date, say: Say = sayInEnglish): PaymentMethod {
  const parsedToken = token.safeParse(body).data;
  return parsedToken
    ? { kind: 'token', token: parsedToken.paymentToken }
    : { kind: 'card', card: readCard(body, now, say) };
}

const text = z.string().trim().max(300).catch('');
const card = z.object({ cardNumber: text, cardExpiry: text, cardCvc: text });

function readCard(body: object, now: Date, say: Say): Card {
  const { cardNumber, cardExpiry, cardCvc } = card.parse(body);
  return { number: readNumber(cardNumber, say), ...readExpiry(cardExpiry, now, say), cvc: readCvc(cardCvc, say) };
}

function readNumber(typed: string, say: Say): string {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) throw fieldError('cardNumber', say('problems.cardNumber'));
  return digits;
}

function readExpiry(typed: string, now: Date, say: Say): { expiryMonth: number; expiryYear: number } {
  const match = /^(\d{1,2})\s*[/-]?\s*(\d{2}|20\d{2})$/.exec(typed);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) throw fieldError('cardExpiry', say('problems.cardExpiry'));
  const year = 2000 + (Number(match[2]) % 100);
  // A card is valid until the end of its expiry month.
  if (Date.UTC(year, month) <= now.getTime()) throw fieldError('cardExpiry', say('problems.cardExpired'));
  return { expiryMonth: month, expiryYear: year };
}

function readCvc(typed: string, say: Say): string {
  if (!/^\d{3,4}$/.test(typed)) throw fieldError('cardCvc', say('problems.cardCvc'));
  return typed;
}
