import { describe, expect, test } from 'vitest';
import { chooseReading, directionOf, isLanguage, languageNames, languages, readLocale } from './languages.ts';

/** The buyer's choice, the session's language and the browser's header. */
type Preferences = [chosen: string | undefined, session: string | null, acceptLanguage: string | undefined];

const choose = (preferences: Preferences) => {
  const { language, locale } = chooseReading(...preferences);
  return `${language} ${locale}`;
};

describe('precedence', () => {
  test.each<[string, Preferences, string]>([
    ['none', [undefined, null, undefined], 'en en'],
    ['the browser’s', [undefined, null, 'fr'], 'fr fr'],
    ['the session’s over the browser’s', [undefined, 'it', 'fr'], 'it it'],
    ['the buyer’s over both', ['ja', 'it', 'fr'], 'ja ja'],
    ['the browser’s if the session’s is unsupported', [undefined, 'nl', 'fr'], 'fr fr'],
    ['the browser’s if the session’s is empty', [undefined, '', 'fr'], 'fr fr'],
    ['English if all are unsupported', ['nl', 'pl', 'sv,da;q=0.8'], 'en en'],
    ['the session’s if the buyer’s is invalid', ['constructor', 'es', undefined], 'es es'],
  ])('%s', (_, preferences, reading) => {
    expect(choose(preferences)).toBe(reading);
  });
});

describe('region', () => {
  test.each<[string, Preferences, string]>([
    ['the browser’s region', [undefined, null, 'de-AT,de;q=0.9'], 'de de-AT'],
    ['the session’s region', [undefined, 'es-MX', 'es-ES'], 'es es-MX'],
    ['the region after switching to its language', ['de', 'fr', 'en-GB,de-CH;q=0.5'], 'de de-CH'],
    ['no region for another language', ['pt-BR', 'fr', 'en-GB'], 'pt-BR pt-BR'],
    ['Portugal’s formats with Brazilian messages', [undefined, null, 'pt-PT'], 'pt-BR pt-PT'],
    ['Brazil’s formats by default', [undefined, null, 'pt'], 'pt-BR pt-BR'],
    ['no region without formats of its own', [undefined, null, 'de-TH'], 'de de'],
    ['no unknown region', [undefined, null, 'en-ZZ'], 'en en'],
  ])('%s', (_, preferences, reading) => {
    expect(choose(preferences)).toBe(reading);
  });
});

describe('Chinese', () => {
  test.each([
    ['zh', 'zh-Hans zh-Hans'],
    ['zh-CN', 'zh-Hans zh-Hans-CN'],
    ['zh-SG', 'zh-Hans zh-Hans-SG'],
    ['zh-Hans', 'zh-Hans zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans zh-Hans-HK'],
    ['cmn', 'zh-Hans zh-Hans'],
    // Traditional Chinese is not supported.
    ['zh-TW', 'en en'],
    ['zh-HK', 'en en'],
    ['zh-Hant', 'en en'],
    ['zh-Hant-CN', 'en en'],
    ['zh-TW, fr;q=0.5', 'fr fr'],
  ])('%s is read as %s', (acceptLanguage, reading) => {
    expect(choose([undefined, null, acceptLanguage])).toBe(reading);
  });
});

describe('Accept-Language', () => {
  test.each([
    ['fr;q=0.2, de;q=0.8', 'de de'],
    ['fr;q=0.5, de;q=0.5', 'fr fr'],
    ['fr ; q=0.5 ,it', 'it it'],
    ['fr;Q=0.5,it;Q=0.9', 'it it'],
    ['fr;q=0, it;q=0.1', 'it it'],
    ['nl, *;q=0.5, ar;q=0.3', 'ar ar'],
    ['AR-eg', 'ar ar-EG'],
    ['en-US-u-ca-buddhist', 'en en-US'],
  ])('%s', (acceptLanguage, reading) => {
    expect(choose([undefined, null, acceptLanguage])).toBe(reading);
  });

  test.each([
    '',
    ',,,',
    ';q=1',
    '*',
    'q=1',
    'de;q=x',
    'de;q=NaN',
    'de;q=-1',
    '<script>',
    'de_DE',
    '\u0000',
    '中文',
    'a'.repeat(8),
    '-'.repeat(100),
    '__proto__',
  ])('%j is invalid and yields English', (acceptLanguage) => {
    expect(choose([undefined, null, acceptLanguage])).toBe('en en');
  });

  test('reads at most ten entries', () => {
    const others = Array.from({ length: 9 }, () => 'nl').join();
    expect(choose([undefined, null, `${others},de`])).toBe('de de');
    expect(choose([undefined, null, `${others},nl,de`])).toBe('en en');
  });

  test('reads a very long header quickly', () => {
    expect(choose([undefined, null, `de,${'x;q=0.1,'.repeat(100_000)}`])).toBe('de de');
    expect(choose([undefined, null, `${' '.repeat(1_000_000)}de`])).toBe('en en');
    expect(choose([undefined, null, `de${' ;'.repeat(500_000)}`])).toBe('en en');
  });
});

describe('the locales', () => {
  test.each([
    ['en-x-anything', 'en'],
    ['en-GB-x-anything', 'en-GB'],
    ['en-GB-oxendict', 'en-GB'],
    ['de-DE-u-nu-thai-ca-japanese', 'de-DE'],
    ['en-Latn-US', 'en-US'],
    ['ar-u-nu-latn', 'ar'],
    ['fr-999', 'fr'],
    ['it-t-en', 'it'],
  ])('%s counts as %s', (given, locale) => {
    expect(readLocale(given)?.locale).toBe(locale);
  });

  test.each(['', 'nl', 'x-en', 'und', 'und-DE', 'i-default', 'root', 'english', 'toString'])(
    '%j is unsupported',
    (given) => {
      expect(readLocale(given)).toBeUndefined();
    },
  );

  test('are bounded for any region', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const regions = letters.flatMap((first) => letters.map((second) => first + second));
    const numbers = ['001', '150', '419', '840', '999'];
    const locales = new Set(
      languages.flatMap((language) =>
        [...regions, ...numbers].map((region) => readLocale(`${language}-${region}`)?.locale),
      ),
    );
    expect(locales.size).toBeGreaterThan(100);
    expect(locales.size).toBeLessThan(400);
  });

  test('all use the Gregorian calendar', () => {
    const at = new Date('2027-01-15T12:00:00Z');
    for (const region of ['TH', 'IR', 'SA', 'AF', 'JP', 'TW', 'IL', 'ET']) {
      for (const { locale } of languages.map(
        (language) => readLocale(`${language}-${region}`) ?? { locale: language },
      )) {
        const year = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { year: 'numeric', timeZone: 'UTC' }).format(at);
        expect(year, locale).toContain('2027');
      }
    }
  });
});

test('every language has a name in its own language', () => {
  expect(Object.keys(languageNames)).toEqual([...languages]);
  expect(languages.every(isLanguage)).toBe(true);
  expect(['EN', 'zh', 'pt', 'toString', ''].some(isLanguage)).toBe(false);
});

test('only Arabic runs from right to left', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
});
