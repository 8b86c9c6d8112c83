/** The options of the checkout form, in the page's language. */

import { LRUCache } from 'lru-cache';
import type { BuyerProblems, TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { methodName } from '#server/domain/method-names.ts';
import { countryCodes, regions } from '#server/domain/regions.ts';
import { euCountries } from '#server/domain/vat-number.ts';
import type { Language, Reading } from '#server/i18n/languages.ts';
import { type Say, sayInEnglish, type Voice } from '#server/i18n/say.ts';
import type { StripePage } from '#server/providers/payments/stripe-page.ts';
import { sandboxCards } from '#server/providers/rules/sandbox-cards.ts';
import type { StripeMethods } from './stripe-methods.ts';

/** A code and its label. */
export type Choice = readonly [code: string, name: string];

export interface BuyerLists {
  readonly countries: readonly Choice[];
  /** By country, for countries whose form asks for a state. */
  readonly states: Readonly<Record<string, readonly Choice[]>>;
  /** Countries whose businesses have a VAT number. */
  readonly vatCountries: readonly string[];
}

/** A sandbox card: its formatted number and the outcome of a payment. */
export interface TestCard {
  readonly number: string;
  readonly effect: string;
}

/** The payment method fields: the sandbox's or the provider's. */
export type FormProvider =
  | {
      readonly kind: 'sandbox';
      readonly testCards: readonly TestCard[];
      /** A valid expiration date for the test cards. */
      readonly testExpiry: string;
    }
  | (StripePage &
      StripeMethods & {
        readonly kind: 'stripe';
        readonly currency: string;
        /** Whether the method is saved for off-session charges of a subscription. */
        readonly savesMethod: boolean;
      });

export interface CheckoutForm {
  readonly lists: BuyerLists;
  /** The buyer's known or typed details. */
  readonly prefill: TypedBuyer;
  readonly provider: FormProvider;
  /** Problems of a form submitted without JavaScript. */
  readonly problems: BuyerProblems;
  /** Whether the form was submitted. Without JavaScript that updates tax and total. */
  readonly isSent: boolean;
}

/** The initial form. `country` is a guess, used until the buyer's country is known. */
export const prefillOf = (email: string | null, billing: BillingDetail | null, country: string): TypedBuyer => ({
  email: email ?? '',
  country: billing?.country ?? country,
  state: billing?.state ?? '',
  postcode: billing?.postcode ?? '',
  isBusiness: billing?.isBusiness ?? false,
  businessName: billing?.businessName ?? '',
  taxId: billing?.taxId ?? '',
});

/** Country names, with the states and provinces of countries that need one. */
export const buyerLists = ({ language }: Reading): BuyerLists => listsByLanguage.memo(language);

const listsByLanguage = new LRUCache<Language, BuyerLists>({ max: 100, memoMethod: (language) => makeLists(language) });

function makeLists(language: Language): BuyerLists {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const byName = (choices: Choice[]) => choices.sort(([, a], [, b]) => compare(a, b));
  return {
    countries: byName([...countryCodes].map((code) => [code, names.of(code) ?? code])),
    states: Object.fromEntries(
      Object.entries(regions).map(([country, states]) => [country, byName(Object.entries(states))]),
    ),
    vatCountries: [...euCountries],
  };
}

/** The sandbox's fields of a form. */
export const sandboxForm = (now: Date, voice: Voice): FormProvider => ({
  kind: 'sandbox',
  testCards: cardsByLanguage.memo(voice.language, { context: voice.say }),
  testExpiry: `12 / ${String(now.getUTCFullYear() + 3).slice(-2)}`,
});

const cardsByLanguage = new LRUCache<Language, readonly TestCard[], Say>({
  max: 100,
  memoMethod: (_language, _stale, { context: say }) => testCards(say),
});

/** The sandbox's cards with formatted numbers, the one that succeeds first. */
export const testCards = (say: Say = sayInEnglish): readonly TestCard[] =>
  Object.entries(sandboxCards).map(([digits, { name, brand }]) => {
    const effect = say(`testCards.effect.${name}`);
    const ofBrand = () => say('testCards.ofBrand', { brand: methodName(brand), effect });
    return { number: groupDigits(digits), effect: name === 'works' ? ofBrand() : effect };
  });

const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');
