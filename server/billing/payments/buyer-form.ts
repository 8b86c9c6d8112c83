/** What a buyer says of themselves, as typed, and the sentences that help them correct it. */
import { z } from 'zod';
import { emailAddress } from '#server/domain/fields.ts';
import { countryCodes, regionCode, regions } from '#server/domain/regions.ts';
import { checkTaxId } from '#server/domain/vat-number.ts';
import type { Say } from '#server/i18n/say.ts';

/** In the order of the form. */
export const buyerFields = ['email', 'country', 'state', 'postcode', 'businessName', 'taxId'] as const;
export type BuyerField = (typeof buyerFields)[number];

export interface TypedBuyer extends Readonly<Record<BuyerField, string>> {
  /** Undefined where the form did not ask: then it is as the merchant said. */
  readonly isBusiness: boolean | undefined;
}

/** By field, a sentence that says what to do. */
export type BuyerProblems = Readonly<Partial<Record<BuyerField, string>>>;

const text = z.string().trim().max(300).catch('');
const fields = Object.fromEntries(buyerFields.map((field) => [field, text])) as Record<BuyerField, typeof text>;
const shape = z.object({ ...fields, isBusiness: z.boolean().optional().catch(undefined) });

/** The buyer's fields as far as they are filled in; what is no text counts as empty. */
export const readBuyer = (body: object): TypedBuyer => ({ isBusiness: undefined, ...shape.parse(body) });

/** The same of a form that the browser sent by itself, where a box that is not ticked is not sent. */
export function readSentForm(body: Uint8Array): TypedBuyer {
  const sent = new URLSearchParams(new TextDecoder().decode(body));
  const text = (name: string) => (sent.get(name) ?? '').replaceAll('\0', '').toWellFormed();
  const typed = Object.fromEntries(buyerFields.map((field) => [field, text(field)]));
  return { ...readBuyer(typed), isBusiness: sent.get('isBusiness') === 'on' };
}

/** What is wrong with the fields, in their order. */
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
