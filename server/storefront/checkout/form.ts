/** What the checkout's form chooses from, in the page's language. */

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

/** A code and the name that the buyer reads. */
export type Choice = readonly [code: string, name: string];

export interface BuyerLists {
  readonly countries: readonly Choice[];
  /** By country, where the state is asked for. */
  readonly states: Readonly<Record<string, readonly Choice[]>>;
  /** Where a business has a VAT number. */
  readonly vatCountries: readonly string[];
}

/** A card of the sandbox: its number in groups, and what becomes of a payment with it. */
export interface TestCard {
  readonly number: string;
  readonly effect: string;
}

/** How the form is paid: by one of the sandbox's cards, or in the provider's own form. */
export type FormProvider =
  | {
      readonly kind: 'sandbox';
      readonly testCards: readonly TestCard[];
      /** An expiry date that fits the test cards. */
      readonly testExpiry: string;
    }
  | (StripePage & {
      readonly kind: 'stripe';
      readonly currency: string;
      /** Whether the method is kept for later charges: a subscription's. */
      readonly isKept: boolean;
    });

export interface CheckoutForm {
  readonly lists: BuyerLists;
  /** What is known of the buyer, or was typed. */
  readonly prefill: TypedBuyer;
  readonly provider: FormProvider;
  /** What is wrong with a form that was sent without our script. */
  readonly problems: BuyerProblems;
  /** Whether that form was sent: without script, that is how tax and total are brought up to date. */
  readonly isSent: boolean;
}

/** The form as it begins; `country` is where the buyer seems to be, as long as nobody has said. */
export const prefillOf = (email: string | null, billing: BillingDetail | null, country: string): TypedBuyer => ({
  email: email ?? '',
  country: billing?.country ?? country,
  state: billing?.state ?? '',
  postcode: billing?.postcode ?? '',
  isBusiness: billing?.isBusiness ?? false,
  businessName: billing?.businessName ?? '',
  taxId: billing?.taxId ?? '',
});

/** Countries by name in that language, and the states and provinces where they are asked for. */
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

/** What a form that takes the sandbox's cards shows of them. */
export const sandboxForm = (now: Date, voice: Voice): FormProvider => ({
  kind: 'sandbox',
  testCards: cardsByLanguage.memo(voice.language, { context: voice.say }),
  testExpiry: `12 / ${String(now.getUTCFullYear() + 3).slice(-2)}`,
});

const cardsByLanguage = new LRUCache<Language, readonly TestCard[], Say>({
  max: 100,
  memoMethod: (_language, _stale, { context: say }) => testCards(say),
});

/** The sandbox's cards as they are printed, the one that works first. */
export const testCards = (say: Say = sayInEnglish): readonly TestCard[] =>
  Object.entries(sandboxCards).map(([digits, { name, brand }]) => {
    const effect = say(`testCards.effect.${name}`);
    const ofBrand = () => say('testCards.ofBrand', { brand: methodName(brand), effect });
    return { number: groupDigits(digits), effect: name === 'works' ? ofBrand() : effect };
  });

const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');
