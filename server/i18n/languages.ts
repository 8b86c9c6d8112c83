/** The languages of the buyer pages, and how one is chosen. */
import { LRUCache } from 'lru-cache';

export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'ja', 'zh-Hans', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The languages' own names, for the language switch. */
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

/** The language of a page, and the locale of its dates and amounts: `de` and `de-AT`. */
export interface Reading {
  readonly language: Language;
  readonly locale: string;
}

/**
 * Chooses the buyer's language: their own choice, else the session's, else the browser's (`Accept-Language`), else
 * English. Keeps the region ("de-AT") for dates and amounts.
 */
export function chooseReading(
  chosen: string | undefined,
  session: string | null,
  acceptLanguage: string | undefined,
): Reading {
  const isChosen = chosen !== undefined && isLanguage(chosen);
  for (const wanted of [...(session ? [session] : []), ...acceptedLocales(acceptLanguage)]) {
    const reading = readLocale(wanted);
    // A chosen language keeps the region of a matching locale.
    if (reading && (!isChosen || reading.language === chosen)) return reading;
  }
  return isChosen ? { language: chosen, locale: chosen } : { language: 'en', locale: 'en' };
}

const byFirstPart: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(languages.map((l) => [l, l])),
  pt: 'pt-BR',
};

/** Cached: browsers send the same few locales, and parsing one is slow. */
const readings = new LRUCache<string, { readonly reading: Reading | undefined }>({
  max: 1000,
  memoMethod: (tag) => ({ reading: findReading(tag) }),
});

/**
 * The language and locale for a requested locale; undefined if unsupported. Keeps the region only if it has its own
 * formats: formatters are cached per locale, so the number of locales must be bounded.
 */
export const readLocale = (tag: string): Reading | undefined => readings.memo(tag).reading;

function findReading(tag: string): Reading | undefined {
  const locale = parseLocale(tag);
  if (!locale) return undefined;
  // The region implies the Chinese script where the locale does not name one.
  const isSimplified = locale.language === 'zh' && locale.maximize().script === 'Hans';
  const language = isSimplified ? 'zh-Hans' : byFirstPart[locale.language];
  if (!language) return undefined;
  if (!locale.region) return { language, locale: language };
  // The region alone would imply Traditional Chinese for Hong Kong, regardless of the requested script.
  const written = isSimplified ? language : locale.language;
  const nearest = new Intl.NumberFormat(`${written}-${locale.region}`).resolvedOptions().locale;
  return { language, locale: nearest === written ? language : nearest };
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** The locales of an `Accept-Language` header by preference; at most ten. */
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
