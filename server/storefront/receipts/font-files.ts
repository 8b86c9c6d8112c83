/**
 * The font files of receipts: Noto Sans for Latin, Greek, Cyrillic, Devanagari, Hebrew, Thai, Korean, Japanese and
 * Chinese, and Noto Naskh for Arabic. The packages split each font into many files by characters. Another script needs
 * its package and an entry in `families`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#server/i18n/languages.ts';

export type Weight = 'regular' | 'strong';

export interface FontFile {
  readonly name: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly paths: Readonly<Record<Weight, string>>;
  /** One file contains all weights. */
  readonly isVariable: boolean;
  readonly scale: number;
}

const modules = () => join(/* turbopackIgnore: true */ process.cwd(), 'node_modules');

const families = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-thai'] as const;
/** These families draw the same code points differently. */
const eastern = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' } as const;
type Family = (typeof families)[number] | (typeof eastern)[keyof typeof eastern] | 'arabic';

const indexes = new Map<Family, readonly FontFile[]>();

/** A family's files, with the characters of each. */
function filesOf(family: Family): readonly FontFile[] {
  let files = indexes.get(family);
  if (!files) {
    files = family === 'arabic' ? [arabic()] : variableFiles(family);
    indexes.set(family, files);
  }
  return files;
}

function variableFiles(family: Exclude<Family, 'arabic'>): FontFile[] {
  const folder = join(modules(), '@fontsource-variable', family);
  const listed = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  // The later file wins, as in a style sheet.
  return Object.entries(listed)
    .reverse()
    .flatMap(([file, ranges]) => {
      const part = file.replace(/[[\]]/g, '');
      // Every family has Latin letters; a document uses one family's.
      if (family !== 'noto-sans' && !/^(?:\d+|hebrew|thai)$/.test(part)) return [];
      const path = join(folder, 'files', `${family}-${part}-wght-normal.woff2`);
      const paths = { regular: path, strong: path };
      return [{ name: `${family}-${part}`, ranges: readRanges(ranges), paths, isVariable: true, scale: 1 }];
    });
}

/**
 * Noto Naskh has a glyph for each letter. Noto Sans composes letters from strokes and dots, so copied text would lose
 * its dots.
 */
function arabic(): FontFile {
  const folder = join(modules(), '@embedpdf/fonts-arabic/fonts');
  const ranges = 'U+0600-06FF,U+0750-077F,U+08A0-08FF,U+FB50-FDFF,U+FE70-FEFC';
  const paths = {
    regular: join(folder, 'NotoNaskhArabic-Regular.ttf'),
    strong: join(folder, 'NotoNaskhArabic-Bold.ttf'),
  };
  return { name: 'noto-naskh-arabic', ranges: readRanges(ranges), paths, isVariable: false, scale: 1.2 };
}

/** "U+0-FF,U+131". */
const readRanges = (text: string) =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

/** The search order for a character: the text's own language first among Chinese, Japanese and Korean. */
function familiesFor(language: Language, texts: string): readonly Family[] {
  const { chinese, japanese, korean } = eastern;
  const isJapanese = language === 'ja' || (language !== 'zh-Hans' && kana.test(texts));
  const isKorean = language !== 'zh-Hans' && hangul.test(texts);
  const first = isJapanese ? japanese : isKorean ? korean : chinese;
  return [...families, 'arabic', first, ...[chinese, japanese, korean].filter((family) => family !== first)];
}

export type FindFile = (characters: readonly string[]) => FontFile | undefined;

/** Returns a function that finds the file with all the given characters. */
export function fileFinder(language: Language, texts: string): FindFile {
  const inOrder = familiesFor(language, texts);
  return (characters) => {
    const codes = (characters.length > 0 ? characters : [' ']).map((character) => character.codePointAt(0) ?? 0);
    for (const family of inOrder) {
      const file = filesOf(family).find(({ ranges }) =>
        codes.every((code) => ranges.some(([first, last]) => code >= first && code <= last)),
      );
      if (file) return file;
    }
    return undefined;
  };
}
