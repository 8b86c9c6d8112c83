/** Subsets of the fonts for a document: only the characters and weights that it uses. */
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import type { Language } from '#server/i18n/languages.ts';
import { type FontFile, fileFinder, type Weight } from './font-files.ts';

const weights: Readonly<Record<Weight, number>> = { regular: 400, strong: 600 };

/** A font of the document: a subset of a file in one weight. */
export interface DocumentFont {
  readonly name: string;
  readonly font: Font;
  /** The scale that makes the font look as large as the others. */
  readonly scale: number;
  /** The code points that the font draws. */
  readonly codes: ReadonlySet<number>;
}

/** How to draw one character with its marks. `text` is a replacement if no font has the character. */
export interface Drawn {
  readonly font: DocumentFont;
  readonly text: string;
  readonly isReplaced: boolean;
}

export type FindFont = (cluster: string, weight: Weight) => Drawn;

/** Replaces characters that no font has. */
const replacement = '\ufffd';
/** Characters drawn as others: a narrow no-break space becomes a no-break space. */
const drawnAs: Readonly<Record<string, string>> = { '\u202f': '\u00a0', '\u2011': '-' };

/** Invisible characters: direction marks, joiners and variation selectors. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

const drawable = (cluster: string): string => drawnAs[cluster] ?? cluster.replace(invisible, '');

/** Loads the fonts of the texts in their weights. Returns a function that finds the font of a character. */
export async function loadFonts(
  texts: readonly { readonly text: string; readonly weight: Weight }[],
  language: Language,
): Promise<FindFont> {
  const findFile = fileFinder(language, texts.map(({ text }) => text).join(''));
  const wanted = new Map<string, { file: FontFile; weight: Weight; characters: Set<string> }>();
  for (const { text, weight } of texts) {
    for (const cluster of clustersOf(text)) {
      const characters = [...drawable(cluster)];
      const file = findFile(characters);
      if (!file) continue;
      const name = `${file.name}-${weight}`;
      const entry = wanted.get(name) ?? { file, weight, characters: new Set<string>([replacement]) };
      for (const character of characters) entry.characters.add(character);
      wanted.set(name, entry);
    }
  }
  for (const weight of Object.keys(weights) as Weight[]) {
    const file = findFile([replacement]);
    const name = `${file?.name}-${weight}`;
    if (file && !wanted.has(name)) wanted.set(name, { file, weight, characters: new Set([replacement]) });
  }
  const loaded = new Map<string, DocumentFont>();
  for (const [name, { file, weight, characters }] of wanted) {
    const font = await readSubset(file, weight, [...characters].join(''));
    loaded.set(name, { name, font, scale: file.scale, codes: codesOf(font) });
  }
  const known = new Map<string, Drawn>();
  return (cluster, weight) => {
    const name = `${weight} ${cluster}`;
    const glyphs = known.get(name) ?? drawWith(cluster, weight);
    known.set(name, glyphs);
    return glyphs;
  };

  function drawWith(cluster: string, weight: Weight): Drawn {
    const text = drawable(cluster);
    const font = loaded.get(`${findFile([...text])?.name}-${weight}`);
    if (font && [...text].every((character) => font.codes.has(character.codePointAt(0) ?? 0))) {
      return { font, text, isReplaced: false };
    }
    const other = loaded.get(`${findFile([replacement])?.name}-${weight}`);
    if (!other) throw new Error('There is no font to write with');
    return { font: other, text: text && replacement, isReplaced: text !== '' };
  }
}

const files = new Map<string, Promise<Buffer>>();

/** Reads a file once. */
function readWhole(path: string): Promise<Buffer> {
  let file = files.get(path);
  if (!file) {
    file = readFile(path);
    file.catch(() => files.delete(path));
    files.set(path, file);
  }
  return file;
}

/** The font with only those characters, at one weight. */
async function readSubset({ name, paths, isVariable }: FontFile, weight: Weight, characters: string): Promise<Font> {
  const path = paths[weight];
  const bytes = await subsetFont(await readWhole(path), characters, {
    targetFormat: 'truetype',
    ...(isVariable ? { variationAxes: { wght: weights[weight] } } : {}),
  });
  const font = create(bytes) as Font;
  // The family's own name refers to its lightest weight.
  Object.defineProperty(font, 'postscriptName', { value: `${name}-${weight}` });
  turnLigatures(font);
  return font;
}

/**
 * Right-to-left text is stored in visual order, and readers reverse it letter by letter, including the letters of a
 * ligature (Arabic lam-alef). Ligatures are therefore stored reversed.
 */
function turnLigatures(font: Font): void {
  const layout = font.layout.bind(font);
  const turned = new WeakSet<object>();
  font.layout = (...args) => {
    const run = layout(...args);
    if (run.direction !== 'rtl') return run;
    for (const glyph of run.glyphs) {
      if (glyph.codePoints.length > 1 && !turned.has(glyph)) glyph.codePoints.reverse();
      turned.add(glyph);
    }
    return run;
  };
}

/** A file without any of the characters yields a font without a character map. */
function codesOf(font: Font): ReadonlySet<number> {
  try {
    return new Set(font.characterSet);
  } catch {
    return new Set();
  }
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The characters of a text as graphemes. */
export const clustersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);
