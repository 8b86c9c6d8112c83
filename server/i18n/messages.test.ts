import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { type CompiledMessages, formatMessage, type Values } from './format.ts';
import { type Language, languages } from './languages.ts';
import { en } from './messages/en.ts';
import type { MessageKey } from './messages/messages.ts';
import { catalogs, compiledMessages, sayIn } from './say.ts';

const keys = Object.keys(en) as MessageKey[];
const others = languages.filter((language) => language !== 'en');

/** Numbers that cover every plural form of every language. */
const counts = [0, 1, 2, 3, 5, 10, 11, 14, 21, 99, 100, 101, 102, 365, 1_000_000];

/** A message's arguments, with the plural forms of those that have any. */
type Arguments = ReadonlyMap<string, ReadonlySet<string> | null>;

const pluralNode = 2;

/** Arguments that differ from English. Japanese terms use the period phrase with a particle: 3か月ごとに. */
const ownArguments: Partial<Record<`${Language} ${MessageKey}`, readonly string[]>> = {
  'ja due.terms': ['per', 'total'],
};

/** Walks through a compiled message. Throws at anything but text, values and plurals. */
function argumentsOf(text: string): Arguments {
  const found = new Map<string, Set<string> | null>();
  const walk = (node: unknown): void => {
    if (typeof node === 'string' || node === 0) return;
    if (!Array.isArray(node)) throw new Error(`Not understood: ${JSON.stringify(node)}`);
    const [name, kind, options] = node as [unknown, unknown, Record<string, unknown>?];
    const isValue = node.length === 1 && typeof name === 'string';
    if (isValue) found.set(name as string, found.get(name as string) ?? null);
    else if (kind === pluralNode && options) {
      found.set(String(name), new Set(Object.keys(options)));
      for (const option of Object.values(options)) for (const part of partsOf(option)) walk(part);
    } else throw new Error(`Not understood: ${JSON.stringify(node)}`);
  };
  for (const node of partsOf(compile(text))) walk(node);
  return found;
}

/** A message or plural form as a list of nodes. */
const partsOf = (compiled: unknown): unknown[] => (Array.isArray(compiled) ? compiled : [compiled]);

/** The plural forms of a language for integers. */
function formsOf(language: Language): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(counts.map((count) => rules.select(count)));
}

/** Recognizable values for a message's arguments. */
const valuesFor = (text: string, count: number): Values =>
  Object.fromEntries([...argumentsOf(text)].map(([name, forms]) => [name, forms ? count : `<${name}>`]));

/** A formatted message. */
const read = (language: Language, key: MessageKey, count = 5): string =>
  sayIn({ language, locale: language })(key, valuesFor(catalogs[language][key], count));

/** All formatted messages of a language, by key. */
const allOf = (language: Language): [MessageKey, string][] => keys.map((key) => [key, read(language, key)]);

/** The messages of a language that fail the check. */
const wrongOf = (language: Language, isWrong: (text: string) => boolean): string[] =>
  allOf(language)
    .filter(([, text]) => isWrong(text))
    .map(([key, text]) => `${key}: ${text}`);

test('the counts cover every plural form of Intl', () => {
  for (const language of languages) {
    const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    expect([...formsOf(language)].sort(), language).toEqual([...known].sort());
  }
});

describe.each(languages)('%s', (language) => {
  const catalog = catalogs[language];

  test('has exactly the keys of English', () => {
    expect(Object.keys(catalog).sort()).toEqual([...keys].sort());
  });

  test('has the arguments of English', () => {
    for (const key of keys) {
      const expected = ownArguments[`${language} ${key}`] ?? [...argumentsOf(en[key]).keys()].sort();
      expect([...argumentsOf(catalog[key]).keys()].sort(), key).toEqual(expected);
    }
  });

  test('has exactly its own plural forms', () => {
    const forms = [...formsOf(language), 'other'];
    for (const key of keys) {
      for (const given of argumentsOf(catalog[key]).values()) {
        if (given) expect([...given].sort(), key).toEqual([...new Set(forms)].sort());
      }
    }
  });

  test('formats every message with all of its values', () => {
    for (const key of keys) {
      for (const count of counts) {
        const text = read(language, key, count);
        expect(text, key).not.toMatch(/[{}#]|undefined|NaN/);
        expect(text, key).not.toBe('');
        for (const [name, forms] of argumentsOf(catalog[key])) if (!forms) expect(text, key).toContain(`<${name}>`);
      }
    }
  });

  test('uses typographic punctuation', () => {
    const isWrong = (text: string) =>
      text !== text.trim() || text !== text.normalize('NFC') || /\.\.|["'`´]|\s\s|\s[,.…]|\u00ad|\p{Cc}/u.test(text);
    expect(wrongOf(language, isWrong)).toEqual([]);
  });

  test('uses its own quotation marks', () => {
    const own: Partial<Record<Language, string>> = { de: '„“', fr: '«»', es: '«»', it: '«»', ja: '「」', ar: '«»' };
    const allowed = own[language] ?? '“”';
    const isWrong = (text: string) => (text.match(/[„“”‟«»‹›「」『』]/g) ?? []).some((mark) => !allowed.includes(mark));
    expect(wrongOf(language, isWrong)).toEqual([]);
  });

  test('has button labels that fit a phone', () => {
    const width = (text: string) =>
      [...text].reduce((sum, letter) => sum + (/[\u3000-\uffef]/.test(letter) ? 2 : 1), 0);
    const tooLong = buttons.map((key) => [key, read(language, key).replace(/<\w+>/, '€12,345.00')] as const);
    expect(tooLong.filter(([, text]) => width(text) > 34)).toEqual([]);
  });
});

/** Labels of buttons on phones. */
const buttons = [
  'common.tryAgain',
  'common.writeToStore',
  'form.pay',
  'form.startFreeTrial',
  'form.checkTotal',
  'bank.continue',
  'bank.confirm',
  'bank.fail',
  'notice.goBack',
  'receipt.portal',
  'receipt.pdf',
  'portal.keep',
  'portal.signIn.send',
  'portal.open.confirm',
  'portal.open.again',
  'portal.order.goOnPaying',
  'portal.order.changeCard',
  'portal.payments.askRefund',
  'portal.cancel.action',
  'portal.cancel.actionOrder',
  'portal.reactivate.action',
  'portal.reactivate.back',
  'portal.card.save',
  'portal.refund.send',
  'portal.receipt.pdf',
] as const satisfies readonly MessageKey[];

/** English words that another language shares. */
const names = ['CVC', 'GST', 'HST', 'PST', 'QST'];
const sameWords: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  de: [...names, 'optional', 'Details'],
  fr: ['CVC', 'Province', 'Date', 'Pages'],
  es: [...names, 'Subtotal'],
  'pt-BR': [...names, 'Subtotal'],
  it: [...names, 'Email'],
  ja: names,
  'zh-Hans': names,
  // Typed left to right; Arabic words would swap places around the slash.
  ar: [...names, 'MM / YY'],
};

test.each(others)('%s is translated', (language) => {
  const catalog = catalogs[language];
  const withWords = keys.filter((key) => /\p{L}/u.test(en[key].replace(/\{\w+\}/g, '')));
  const same = withWords.filter((key) => catalog[key] === en[key]).map((key) => en[key]);
  expect([...new Set(same)].sort()).toEqual([...sameWords[language as Exclude<Language, 'en'>]].sort());
});

describe('rules of single languages', () => {
  test('French has narrow spaces before high punctuation and inside quotation marks', () => {
    expect(wrongOf('fr', (text) => /[^\u202f][?!;:]|«(?!\u202f)|(?<!\u202f)»/.test(text))).toEqual([]);
    expect(wrongOf('fr', (text) => /\u00a0/.test(text))).toEqual([]);
  });

  test('Spanish opens questions and exclamations', () => {
    const count = (text: string, mark: string) => text.split(mark).length;
    const isWrong = (text: string) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!');
    expect(wrongOf('es', isWrong)).toEqual([]);
  });

  test.each(['ja', 'zh-Hans'] as const)('%s has full-width punctuation', (language) => {
    expect(
      wrongOf(language, (text) =>
        /[?!;:()]|,(?!\d)|[^\d]\.|\p{Script=Han}\./u.test(text.replaceAll('@example.com', '')),
      ),
    ).toEqual([]);
  });

  test('Japanese and Chinese are not mixed up', () => {
    const onlyJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
    expect(wrongOf('zh-Hans', (text) => onlyJapanese.test(text))).toEqual([]);
    const isLong = (text: string) => text.replace(/<\w+>/g, '').length > 12;
    expect(wrongOf('ja', (text) => isLong(text) && !onlyJapanese.test(text))).toEqual([]);
  });

  test('Arabic uses its own punctuation', () => {
    expect(wrongOf('ar', (text) => /[?;]|,(?!\d)/.test(text))).toEqual([]);
  });

  test('Arabic closes its isolates, and no other language has any', () => {
    for (const language of languages) {
      const isWrong = (text: string) => {
        const marks = text.replace(/[^\u2066-\u2069]/g, '');
        return language === 'ar' ? !/^(?:[\u2066\u2068]\u2069)*$/.test(marks) : marks !== '';
      };
      expect(wrongOf(language, isWrong)).toEqual([]);
    }
    expect(wrongOf('ar', (text) => /[\u200e\u200f\u202a-\u202e]/.test(text))).toEqual([]);
  });

  test('German addresses buyers formally', () => {
    expect(wrongOf('de', (text) => /\b(?:du|dich|dir|dein\w*|deine\w*)\b/i.test(text))).toEqual([]);
  });

  test('French addresses buyers formally', () => {
    expect(wrongOf('fr', (text) => /(?<!\p{L})(?:tu|te|ton|ta|tes|toi)(?!\p{L})/iu.test(text))).toEqual([]);
  });

  test('Spanish and Italian address buyers formally', () => {
    expect(wrongOf('es', (text) => /(?<!\p{L})(?:tú|tu|tus|te|ti|tuyo)(?!\p{L})/iu.test(text))).toEqual([]);
    expect(wrongOf('it', (text) => /(?<!\p{L})(?:tu|tuo|tua|tuoi|tue|ti|te)(?!\p{L})/iu.test(text))).toEqual([]);
  });
});

describe('formatting', () => {
  test('formats numbers for the locale', () => {
    const seconds = (locale: string) => sayIn({ language: 'ar', locale })('errors.tooManyAttempts', { seconds: 45 });
    expect(seconds('ar')).toContain('45 ثانية');
    expect(seconds('ar-EG')).toContain('٤٥ ثانية');
    const say = sayIn({ language: 'de', locale: 'de-DE' });
    expect(say('due.freeTrial', { days: 12_345, renewal: '5 €', per: say('due.per.monthly') })).toBe(
      '12.345 Tage kostenlos, danach 5 € pro Monat.',
    );
  });

  test.each([
    [0, 'مجانًا لمدة 0 يوم، ثم x كل سنة.'],
    [1, 'مجانًا لمدة يوم واحد، ثم x كل سنة.'],
    [2, 'مجانًا لمدة يومين، ثم x كل سنة.'],
    [7, 'مجانًا لمدة 7 أيام، ثم x كل سنة.'],
    [14, 'مجانًا لمدة 14 يومًا، ثم x كل سنة.'],
    [100, 'مجانًا لمدة 100 يوم، ثم x كل سنة.'],
  ])('Arabic counts %d days', (days, text) => {
    const say = sayIn({ language: 'ar', locale: 'ar' });
    expect(say('due.freeTrial', { days, renewal: 'x', per: say('due.per.yearly') })).toBe(text);
  });

  test('inserts values verbatim', () => {
    const say = sayIn({ language: 'fr', locale: 'fr' });
    expect(say('common.soldBy', { store: '{store} <b>’# plural' })).toBe('Vendu par {store} <b>’# plural.');
  });

  test('compiles a language once', () => {
    expect(compiledMessages('de')).toBe(compiledMessages('de'));
  });

  test('throws for an unknown key', () => {
    const nothing: CompiledMessages = {};
    expect(() => formatMessage(nothing, 'en', 'no.such')).toThrow('Unknown message: no.such');
  });
});
