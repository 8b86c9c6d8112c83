/** The buyer's details in the checkout form, and their validation. */
import { z } from 'zod';
import { emailAddress } from '#server/domain/fields.ts';
import { countryCodes, regionCode, regions } from '#server/domain/regions.ts';
import { checkTaxId } from '#server/domain/vat-number.ts';
import type { Say } from '#server/i18n/say.ts';

/** The fields in the order of the form. */
export const buyerFields = ['email', 'country', 'state', 'postcode', 'businessName', 'taxId'] as const;
export type BuyerField = (typeof buyerFields)[number];

export interface TypedBuyer extends Readonly<Record<BuyerField, string>> {
  /** Undefined if the form has no such field: the merchant's prefilled value applies. */
  readonly isBusiness: boolean | undefined;
}

/** Messages for the buyer, by field. */
export type BuyerProblems = Readonly<Partial<Record<BuyerField, string>>>;

const text = z.string().trim().max(300).catch('');
const fields = Object.fromEntries(buyerFields.map((field) => [field, text])) as Record<BuyerField, typeof text>;
const shape = z.object({ ...fields, isBusiness: z.boolean().optional().catch(undefined) });

/** Reads the buyer's fields from JSON; values that are not text count as empty. */
export const readBuyer = (body: object): TypedBuyer => ({ isBusiness: undefined, ...shape.parse(body) });

/** Reads a form that the browser submitted without scripts; such a form omits unchecked boxes. */
export function readSentForm(body: Uint8Array): TypedBuyer {
  const sent = new URLSearchParams(new TextDecoder().decode(body));
  const text = (name: string) => (sent.get(name) ?? '').replaceAll('\0', '').toWellFormed();
  const typed = Object.fromEntries(buyerFields.map((field) => [field, text(field)]));
  return { ...readBuyer(typed), isBusiness: sent.get('isBusiness') === 'on' };
}

/** Validates all fields, in their order. */
export function findBuyerProblems(typed: TypedBuyer, say: Say): BuyerProblems {
  const found = buyerFields.map((field) => [field, problemOf(field, typed, say)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function problemOf(field: BuyerField, typed: TypedBuyer, say: Say): string | undefined {
  const { country, isBusiness = false } = typed;
  switch (field) {
    case 'email':
      return emailAddress('email').safeParse(typed.email).success ? undefined : say('problems.email');
    case 'country':
      return countryCodes.has(country) ? undefined : say('problems.country');
    case 'state':
      if (!(country in regions) || regionCode(country, typed.state)) return undefined;
      return say(country === 'CA' ? 'problems.province' : 'problems.state');
    case 'postcode':
      return typed.postcode.length > 16 ? say('problems.postcode') : undefined;
    case 'businessName':
      if (!isBusiness) return undefined;
      if (typed.businessName === '') return say('problems.businessName');
      return typed.businessName.length > 128 ? say('problems.businessNameLength') : undefined;
    case 'taxId':
      if (isBusiness && typed.taxId.length > 32) return say('problems.taxIdLength');
      return checkTaxId(country, isBusiness, typed.taxId) === 'invalid' ? say('problems.taxId') : undefined;
  }
}
