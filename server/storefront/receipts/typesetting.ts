/** Text in lines: broken where its language allows, and put in the order in which it is seen, right to left included. */
import bidiFactory from 'bidi-js';
import type { Weight } from './font-files.ts';
import { clustersOf, type DocumentFont, type Drawn, type FindFont } from './fonts.ts';

/** `auto`: as the text's own first letter says; for what people named themselves. */
export type Direction = 'ltr' | 'rtl' | 'auto';

export interface Style {
  readonly weight: Weight;
  /** In points. */
  readonly size: number;
}

/** Characters in one font and one direction, in the order in which the font takes them. */
export interface Run {
  readonly font: DocumentFont;
  readonly text: string;
  readonly width: number;
}

/** Runs from left to right. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface Paragraph {
  /** At least one. */
  readonly lines: readonly Line[];
  /** Some of it runs from right to left: what is seen from left to right is not the order that it is read in. */
  readonly isTurned: boolean;
  /** Some of its characters are in no font. */
  readonly isReplaced: boolean;
}

interface Cluster extends Drawn {
  readonly level: number;
}

const bidi = bidiFactory();
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** A text as it is set: accents in one piece with their letters, and no white space but spaces. */
const cleanText = (text: string): string =>
  text.normalize('NFC').replace(/\s/g, (space) => (/[\u00a0\u202f]/.test(space) ? space : ' '));

/** All characters that may be drawn of a text; where it runs from right to left, brackets turn into their partners. */
export function drawnCharacters(text: string): string {
  const clean = cleanText(text);
  return clean + [...clean].map((character) => bidi.getMirroredCharacter(character) ?? '').join('');
}

/** The text as lines of at most that width. */
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

/** Where lines begin and end; the spaces between them belong to none. */
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
    // What is too long for a line of its own is broken anywhere.
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

/** The parts between which a line may end: words with the space behind them; Chinese and Japanese have no spaces. */
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

/** The line's runs as they are seen from left to right (Unicode Bidirectional Algorithm, L2). */
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
    // A font turns around what it takes for right-to-left letters, Arabic digits included; the rest it leaves.
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
