/** Breaks text into lines and reorders it for display, including right-to-left text. */
import bidiFactory from 'bidi-js';
import type { Weight } from './font-files.ts';
import { clustersOf, type DocumentFont, type Drawn, type FindFont } from './fonts.ts';

/** `auto`: by the text's first letter, for names given by people. */
export type Direction = 'ltr' | 'rtl' | 'auto';

export interface Style {
  readonly weight: Weight;
  /** In points. */
  readonly size: number;
}

/** Characters in one font and direction, in the font's order. */
export interface Run {
  readonly font: DocumentFont;
  readonly text: string;
  readonly width: number;
}

/** From left to right. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface Paragraph {
  /** At least one. */
  readonly lines: readonly Line[];
  /** Contains right-to-left text, so that visual and logical order differ. */
  readonly isTurned: boolean;
  /** Contains characters that no font has. */
  readonly isReplaced: boolean;
}

interface Cluster extends Drawn {
  readonly level: number;
}

const bidi = bidiFactory();
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** The text with composed accents and plain spaces. */
const cleanText = (text: string): string =>
  text.normalize('NFC').replace(/\s/g, (space) => (/[\u00a0\u202f]/.test(space) ? space : ' '));

/** All characters that the text may be drawn with, including mirrored brackets of right-to-left text. */
export function drawnCharacters(text: string): string {
  const clean = cleanText(text);
  return clean + [...clean].map((character) => bidi.getMirroredCharacter(character) ?? '').join('');
}

/** Breaks the text into lines of at most that width. */
export function setText(text: string, style: Style, width: number, direction: Direction, find: FindFont): Paragraph {
  const clean = cleanText(text);
  const { levels } = bidi.getEmbeddingLevels(clean, direction);
  const mirrored = bidi.getMirroredCharactersMap(clean, levels);
  const lines: Line[] = [];
  let isReplaced = false;
  for (const [start, end] of breakText(clean, (piece) => widthOf(piece, style, find), width)) {
    let index = start;
    const clusters = clustersOf(clean.slice(start, end)).map((cluster): Cluster => {
      const at = index;
      index += cluster.length;
      return { ...find(mirrored.get(at) ?? cluster, style.weight), level: levels[at] ?? 0 };
    });
    isReplaced ||= clusters.some((cluster) => cluster.isReplaced);
    const runs = runsOf(clusters, style);
    lines.push({ runs, width: runs.reduce((sum, run) => sum + run.width, 0) });
  }
  return { lines, isTurned: levels.some((level) => level % 2 === 1), isReplaced };
}

/** The start and end of each line; the spaces between belong to none. */
function breakText(text: string, measure: (piece: string) => number, width: number): [start: number, end: number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let end = 0;
  const finish = (next: number) => {
    lines.push([start, start + text.slice(start, end).trimEnd().length]);
    start = next;
    end = next;
  };
  for (const piece of piecesOf(text)) {
    if (end > start && measure(text.slice(start, end + piece.length).trimEnd()) > width) finish(end);
    // A part too long for a line is broken anywhere.
    for (const part of measure(piece.trimEnd()) > width ? clustersOf(piece) : [piece]) {
      if (end > start && measure(text.slice(start, end + part.length).trimEnd()) > width) finish(end);
      end += part.length;
    }
  }
  finish(text.length);
  return lines;
}

const eastern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/**
 * The parts between which a line may break: words with their trailing space, and single Chinese and Japanese
 * characters.
 */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1);
    const meetsEastern = last !== undefined && (eastern.test(segment) || eastern.test(clustersOf(last).at(-1) ?? ''));
    const mayBreak = last === undefined || (last.endsWith(' ') && segment !== ' ') || meetsEastern;
    if (mayBreak && !(meetsEastern && (closing.test(segment) || opening.test(last ?? '') || segment === ' '))) {
      pieces.push(segment);
    } else pieces[pieces.length - 1] = `${last}${segment}`;
  }
  return pieces;
}

/** The line's runs in visual order (Unicode Bidirectional Algorithm, L2). */
function runsOf(clusters: readonly Cluster[], { size }: Style): Run[] {
  const groups: Cluster[][] = [];
  for (const cluster of clusters) {
    const group = groups.at(-1);
    if (group?.[0]?.font === cluster.font && group[0].level === cluster.level) group.push(cluster);
    else groups.push([cluster]);
  }
  const levels = groups.map(([first]) => first?.level ?? 0);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < groups.length; from += 1) {
      let to = from;
      while (to < groups.length && (groups[to]?.[0]?.level ?? 0) >= level) to += 1;
      if (to - from > 1) groups.splice(from, to - from, ...groups.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const texts = group.map(({ text }) => text);
    const { font, level } = first;
    // Fonts reverse right-to-left letters, including Arabic digits, and nothing else.
    const isTurned = font.font.layout(texts.join('')).direction === 'rtl';
    const text = ((level % 2 === 1) === isTurned ? texts : texts.reverse()).join('');
    return text === '' ? [] : [{ font, text, width: advance(font, text, size) }];
  });
}

function widthOf(piece: string, { weight, size }: Style, find: FindFont): number {
  let width = 0;
  let pending: { font: DocumentFont; text: string } | undefined;
  for (const cluster of clustersOf(piece)) {
    const { font, text } = find(cluster, weight);
    if (pending?.font === font) pending.text += text;
    else {
      if (pending) width += advance(pending.font, pending.text, size);
      pending = { font, text };
    }
  }
  return pending ? width + advance(pending.font, pending.text, size) : width;
}

const advance = ({ font, scale }: DocumentFont, text: string, size: number): number =>
  text === '' ? 0 : (font.layout(text).advanceWidth / font.unitsPerEm) * size * scale;
