/** What a buyer's browser says of the buyer: the language and the appearance that they chose, and where they seem to be. */
import { countryCodes } from '../domain/regions.ts';
import { type GatewayRequest, header } from '../gateway/http.ts';
import { chooseReading, isLanguage, type Reading } from '../i18n/languages.ts';
import { settings } from '../settings.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

export interface Buyer {
  /** Chosen on one of our pages, now (in the address) or before (a cookie). */
  readonly language: string | undefined;
  readonly theme: ThemeChoice | undefined;
  readonly acceptLanguage: string | undefined;
  /** Cookies to set: what was chosen now. */
  readonly cookies: readonly string[];
}

const aYearSeconds = 365 * 24 * 60 * 60;
const names = { language: 'counterfoil_language', theme: 'counterfoil_theme' } as const;

/** Reads `?language=` and `?theme=`, and the cookies that earlier choices left. */
export function readBuyer(request: GatewayRequest): Buyer {
  const query = new URL(request.url, 'http://page').searchParams;
  const cookies = readCookies(header(request.headers, 'cookie'));
  const language = valid(isLanguage, query.get('language'));
  const theme = valid(isTheme, query.get('theme'));
  const secure = settings().checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const set = Object.entries({ language, theme }).filter(([, value]) => value !== undefined);
  return {
    language: language ?? valid(isLanguage, cookies.get(names.language)),
    theme: theme ?? valid(isTheme, cookies.get(names.theme)),
    acceptLanguage: header(request.headers, 'accept-language'),
    cookies: set.map(
      ([name, value]) =>
        `${names[name as keyof typeof names]}=${value}; Path=/; Max-Age=${aYearSeconds}; SameSite=Lax; HttpOnly${secure}`,
    ),
  };
}

const isTheme = (text: string): text is ThemeChoice => ['light', 'dark', 'system'].includes(text);

const valid = <Value extends string>(
  check: (text: string) => text is Value,
  text: string | null | undefined,
): Value | undefined => (typeof text === 'string' && check(text) ? text : undefined);

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

/** Cookies by name; what cannot be read is left out. */
export function readCookies(text = ''): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((pair) => pair.split('=', 2).map((part) => part.trim()));
  return new Map(pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : [])));
}
