/**
 * The font files of receipts: Noto Sans for Latin, Greek, Cyrillic, Devanagari, Hebrew, Thai, Korean, Japanese and
 * Chinese, Noto Naskh for Arabic. They come in many small files, each for some of the characters. A further script is a
 * further package and its name in `families`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#server/i18n/languages.ts';

export type Weight = 'regular' | 'strong';

export interface FontFile {
  readonly name: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly paths: Readonly<Record<Weight, string>>;
  /** One file has all weights. */
  readonly isVariable: boolean;
  readonly scale: number;
}

const modules = () => join(/* turbopackIgnore: true */ process.cwd(), 'node_modules');

const families = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-thai'] as const;
/** These share code points that they write differently. */
const eastern = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' } as const;
type Family = (typeof families)[number] | (typeof eastern)[keyof typeof eastern] | 'arabic';

const indexes = new Map<Family, readonly FontFile[]>();

/** A family's files, with the characters that each is for. */
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
  // Where two say that they are for a character, the later one has it, as in a style sheet.
  return Object.entries(listed)
    .reverse()
    .flatMap(([given, ranges]) => {
      const part = given.replace(/[[\]]/g, '');
      // Every family has Latin letters of its own; the documents use one family's.
      if (family !== 'noto-sans' && !/^(?:\d+|hebrew|thai)$/.test(part)) return [];
      const path = join(folder, 'files', `${family}-${part}-wght-normal.woff2`);
      const paths = { regular: path, strong: path };
      return [{ name: `${family}-${part}`, ranges: readRanges(ranges), paths, isVariable: true, scale: 1 }];
    });
}

/**
 * Noto Naskh: it has a glyph for each letter. Noto Sans puts letters together from strokes and dots, so that what is
 * copied from a document has lost its dots.
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

/** Where to look for a character: of the eastern families, the one that the texts are written in comes first. */
function familiesFor(language: Language, texts: string): readonly Family[] {
  const { chinese, japanese, korean } = eastern;
  const isJapanese = language === 'ja' || (language !== 'zh-Hans' && kana.test(texts));
  const isKorean = language !== 'zh-Hans' && hangul.test(texts);
  const first = isJapanese ? japanese : isKorean ? korean : chinese;
  return [...families, 'arabic', first, ...[chinese, japanese, korean].filter((family) => family !== first)];
}

export type FindFile = (characters: readonly string[]) => FontFile | undefined;

/** Finds the file that has all of some characters, for those texts in a document in that language. */
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
