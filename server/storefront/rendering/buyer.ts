/** What a buyer's browser says of the buyer: the language and the appearance that they chose, and where they seem to be. */

import { countryCodes } from '#server/domain/regions.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { chooseReading, type Reading } from '#server/i18n/languages.ts';
import { type Choices, cookiesFor, keptChoices, queryFor, readChoices } from './choices.ts';

/** Their choices, made on one of our pages now (in the address, or in a form) or before (a cookie). */
export interface Buyer extends Choices {
  readonly acceptLanguage: string | undefined;
  /** What of it was chosen now. */
  readonly chosen: Choices;
  /** Cookies to set: what was chosen now. */
  readonly cookies: readonly string[];
  /** The same as a query, for the page's own links. */
  readonly choices: string;
}

/** Reads `?language=` and `?theme=`, and the cookies that earlier choices left. */
export function readBuyer(request: GatewayRequest): Buyer {
  const kept = keptChoices(readCookies(header(request.headers, 'cookie')));
  const acceptLanguage = header(request.headers, 'accept-language');
  return choose({ ...kept, acceptLanguage }, readChoices(new URL(request.url, 'http://page').searchParams));
}

/**
 * The buyer after a form that their browser sent by itself, which may carry choices too. A list that nobody touched is
 * sent like any other, so what the page `shows` already is no choice: then it is the same buyer.
 */
export function chooseByForm(buyer: Buyer, sent: URLSearchParams, shows: Record<keyof Choices, string>): Buyer {
  const said = readChoices(sent);
  const language = said.language === shows.language ? undefined : said.language;
  const theme = said.theme === shows.theme ? undefined : said.theme;
  if (!language && !theme) return buyer;
  return choose(buyer, { language: language ?? buyer.chosen.language, theme: theme ?? buyer.chosen.theme });
}

const choose = (before: Choices & Pick<Buyer, 'acceptLanguage'>, chosen: Choices): Buyer => ({
  language: chosen.language ?? before.language,
  theme: chosen.theme ?? before.theme,
  acceptLanguage: before.acceptLanguage,
  chosen,
  cookies: cookiesFor(chosen),
  choices: queryFor(chosen),
});

/** The page's language for that buyer; `session` is the checkout session's own, BCP 47. */
export const readingOf = (buyer: Buyer, session: string | null): Reading =>
  chooseReading(buyer.language, session, buyer.acceptLanguage);

/** The buyer's choice, else what the session or the store says; null: as their system says. */
export const themeOf = ({ theme }: Buyer, darkMode: boolean | undefined): 'light' | 'dark' | null => {
  if (theme === 'system') return null;
  if (theme) return theme;
  return darkMode === undefined ? null : darkMode ? 'dark' : 'light';
};

/** The first country that the browser's languages name ("de-AT" says Austria); empty: none. */
export function likelyCountry({ acceptLanguage }: Buyer): string {
  for (const entry of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(entry)?.[1]?.toUpperCase();
    if (region && countryCodes.has(region)) return region;
  }
  return '';
}
