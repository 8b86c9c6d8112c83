/** What a request says about the buyer: language, theme and probable country. */

import { countryCodes } from '#server/domain/regions.ts';
import { readCookies } from '#server/http/cookies.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import { chooseReading, type Reading } from '#server/i18n/languages.ts';
import { type Choices, cookiesFor, queryFor, readChoices, storedChoices } from './choices.ts';

/** The buyer's choices: from the address or a form, or from a cookie. */
export interface Buyer extends Choices {
  readonly acceptLanguage: string | undefined;
  /** The choices made in this request. */
  readonly chosen: Choices;
  /** Cookies that store this request's choices. */
  readonly cookies: readonly string[];
  /** The choices as a query for the page's links. */
  readonly choices: string;
}

/** Reads `?language=` and `?theme=`, and the cookies of earlier choices. */
export function readBuyer(request: GatewayRequest): Buyer {
  const stored = storedChoices(readCookies(header(request.headers, 'cookie')));
  const acceptLanguage = header(request.headers, 'accept-language');
  return choose({ ...stored, acceptLanguage }, readChoices(new URL(request.url, 'http://page').searchParams));
}

/**
 * The buyer after a form submission that may carry choices. An untouched select is submitted too, so a value equal to
 * the one that the page `shows` is no choice.
 */
export function chooseByForm(buyer: Buyer, sent: URLSearchParams, shows: Record<keyof Choices, string>): Buyer {
  const submitted = readChoices(sent);
  const language = submitted.language === shows.language ? undefined : submitted.language;
  const theme = submitted.theme === shows.theme ? undefined : submitted.theme;
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

/** The page's language for the buyer; `session` is the session's language, BCP 47. */
export const readingOf = (buyer: Buyer, session: string | null): Reading =>
  chooseReading(buyer.language, session, buyer.acceptLanguage);

/** The buyer's choice, else the setting of session or store. Null: the system decides. */
export const themeOf = ({ theme }: Buyer, darkMode: boolean | undefined): 'light' | 'dark' | null => {
  if (theme === 'system') return null;
  if (theme) return theme;
  return darkMode === undefined ? null : darkMode ? 'dark' : 'light';
};

/** The first country in the browser's languages ("de-AT" means Austria), or empty. */
export function likelyCountry({ acceptLanguage }: Buyer): string {
  for (const entry of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(entry)?.[1]?.toUpperCase();
    if (region && countryCodes.has(region)) return region;
  }
  return '';
}
