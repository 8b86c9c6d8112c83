/** The languages that buyers can read the hosted pages in, and which of them a buyer gets. */
import { LRUCache } from 'lru-cache';

export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'ja', 'zh-Hans', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Each in its own words, for the list that they are chosen from. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
};

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** What a page is written in, and how it writes dates and money: `de` and `de-AT`. */
export interface Reading {
  readonly language: Language;
  readonly locale: string;
}

/**
 * The language for a buyer: the one they switched to, else the session's, else the browser's (`Accept-Language`), else
 * English. A region that was named ("de-AT") keeps its way of writing dates and money.
 */
export function chooseReading(
  chosen: string | undefined,
  session: string | null,
  acceptLanguage: string | undefined,
): Reading {
  const isChosen = chosen !== undefined && isLanguage(chosen);
  for (const wanted of [...(session ? [session] : []), ...acceptedLocales(acceptLanguage)]) {
    const reading = readLocale(wanted);
    // Whoever switches the language keeps their own country's way of writing, where it is known.
    if (reading && (!isChosen || reading.language === chosen)) return reading;
  }
  return isChosen ? { language: chosen, locale: chosen } : { language: 'en', locale: 'en' };
}

const byFirstPart: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(languages.map((l) => [l, l])),
  pt: 'pt-BR',
};

/** Browsers send the same few locales over and over, and reading one takes longer than the rest of a request's headers. */
const readings = new LRUCache<string, { readonly reading: Reading | undefined }>({
  max: 1000,
  memoMethod: (given) => ({ reading: findReading(given) }),
});

/**
 * What somebody who asks for that locale reads here; undefined: nothing of ours. Of the locale, language and region are
 * kept and nothing else, and the region only where it has its own way of writing: formatters are kept for each locale,
 * so there must be only so many of them, whatever is asked for.
 */
export const readLocale = (given: string): Reading | undefined => readings.memo(given).reading;

function findReading(given: string): Reading | undefined {
  const locale = parseLocale(given);
  if (!locale) return undefined;
  // Chinese is written in two ways, and the region says which where the script does not.
  const isSimplified = locale.language === 'zh' && locale.maximize().script === 'Hans';
  const language = isSimplified ? 'zh-Hans' : byFirstPart[locale.language];
  if (!language) return undefined;
  if (!locale.region) return { language, locale: language };
  // The region alone would say Traditional of Hong Kong, whatever script was asked for.
  const written = isSimplified ? language : locale.language;
  const nearest = new Intl.NumberFormat(`${written}-${locale.region}`).resolvedOptions().locale;
  return { language, locale: nearest === written ? language : nearest };
}

function parseLocale(given: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(given);
  } catch {
    return undefined;
  }
}

/** The locales of an `Accept-Language`, the most wanted first; at most ten are read. */
function acceptedLocales(header = ''): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .slice(0, 10)
    .map((entry) => {
      const [locale = '', quality] = entry.trim().split(/\s*;\s*q=/i);
      return { locale, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ locale }) => locale);
}
