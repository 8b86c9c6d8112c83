/** The choices a buyer has on any page: language and theme. */
import { isLanguage, type Language } from '#server/i18n/languages.ts';
import { settings } from '#server/platform/settings.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** Undefined: not chosen. */
export interface Choices {
  readonly language: Language | undefined;
  readonly theme: ThemeChoice | undefined;
}

const aYearSeconds = 365 * 24 * 60 * 60;
const names = ['language', 'theme'] as const;
const cookieName = (name: (typeof names)[number]) => `counterfoil_${name}`;

/** The choices in a query or form. Unknown values count as not chosen. */
export const readChoices = (params: URLSearchParams): Choices => readFrom((name) => params.get(name));

/** The choices in cookies. */
export const storedChoices = (cookies: ReadonlyMap<string, string>): Choices =>
  readFrom((name) => cookies.get(cookieName(name)));

/** Cookies that store the choices. */
export function cookiesFor(choices: Choices): string[] {
  const secure = settings().checkoutUrl.startsWith('https:') ? '; Secure' : '';
  const rest = `; Path=/; Max-Age=${aYearSeconds}; SameSite=Lax; HttpOnly${secure}`;
  return chosenEntries(choices).map(([name, value]) => `${cookieName(name)}=${value}${rest}`);
}

/** The choices as a query string without its question mark. */
export const queryFor = (choices: Choices): string =>
  chosenEntries(choices)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const chosenEntries = (choices: Choices) =>
  names.flatMap((name) => (choices[name] ? [[name, choices[name]] as const] : []));

const readFrom = (read: (name: (typeof names)[number]) => string | null | undefined): Choices => ({
  language: valid(isLanguage, read('language')),
  theme: valid(isTheme, read('theme')),
});

const isTheme = (text: string): text is ThemeChoice => ['light', 'dark', 'system'].includes(text);

const valid = <Value extends string>(
  check: (text: string) => text is Value,
  text: string | null | undefined,
): Value | undefined => (typeof text === 'string' && check(text) ? text : undefined);
