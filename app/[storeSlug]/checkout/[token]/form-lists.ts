/** What the form's lists offer, named in the page's language. */
import type { BuyerLists, Choice } from '../../../../components/checkout/buyer-fields.tsx';
import type { TestCard } from '../../../../components/checkout/test-cards.tsx';
import { countryCodes, regions, sandboxCards } from '../../../../server/gateway/checkout-page.ts';

/** Countries by name in that language, and the states and provinces where they are asked for. */
export function buyerLists(language: string): BuyerLists {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const byName = (choices: Choice[]) => choices.sort(([, a], [, b]) => compare(a, b));
  return {
    countries: byName([...countryCodes].map((code) => [code, names.of(code) ?? code])),
    states: Object.fromEntries(
      Object.entries(regions).map(([country, states]) => [country, byName(Object.entries(states))]),
    ),
  };
}

/** The first country that the browser's languages name ("de-AT" says Austria); empty: none. */
export function countryOf(acceptLanguage: string | null): string {
  for (const entry of (acceptLanguage ?? '').split(',')) {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(entry)?.[1]?.toUpperCase();
    if (region && countryCodes.has(region)) return region;
  }
  return '';
}

const effects: Readonly<Record<string, string>> = {
  card_declined: 'is declined',
  insufficient_funds: 'has insufficient funds',
  expired_card: 'has expired',
};

/** The sandbox's cards as they are printed, the one that works first. */
export const testCards: readonly TestCard[] = Object.entries(sandboxCards).map(([digits, { outcome }]) => ({
  number: digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  effect:
    outcome.kind === 'succeed'
      ? 'works'
      : outcome.kind === 'challenge'
        ? 'asks the bank (3-D Secure)'
        : (effects[outcome.code] ?? 'fails'),
}));
