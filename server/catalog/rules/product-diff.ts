/**
 * Compares two product contents, for the preview of a publication or restoration. Prices come first and are compared by
 * currency, media by position, metadata by key.
 */
import { isDeepStrictEqual } from 'node:util';
import { diffArrays } from 'diff';
import type { ProductContent } from './product.ts';
import { contentOf } from './product-content.ts';

export const comparedFields = [
  'prices',
  'billingPeriod',
  'name',
  'description',
  'media',
  'successUrl',
  'metadata',
] as const satisfies readonly (keyof ProductContent)[];
export type ComparedField = (typeof comparedFields)[number];

/** A changed value; undefined if that side has none. */
export interface ProductChange {
  readonly field: ComparedField;
  /** The currency, position (from 1) or key, for fields with several values. */
  readonly key?: string;
  /** The part of a price or picture, such as `amountMinor` or `url`. */
  readonly part?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes from `before` to `after`; without `before`, everything is new. */
export function changesOfProduct(before: ProductContent | undefined, after: ProductContent): ProductChange[] {
  const [previous, next] = [before ? flatten(before) : new Map<string, ValueAtPath>(), flatten(after)];
  const all = new Map([...previous, ...next]);
  return comparedFields.flatMap((field) =>
    [...all]
      .filter(([, entry]) => entry.field === field)
      .sort(([, one], [, other]) => inOrder(one, other))
      .map(([path, { value: _, ...location }]) => ({
        ...location,
        before: previous.get(path)?.value,
        after: next.get(path)?.value,
      }))
      .filter((change) => !isDeepStrictEqual(change.before, change.after)),
  );
}

interface ValueAtPath {
  readonly field: ComparedField;
  readonly key?: string;
  readonly part?: string;
  readonly value: unknown;
}

/** Sorts by key, media numerically. The parts of one key keep their order. */
const inOrder = (one: ValueAtPath, other: ValueAtPath): number =>
  (one.key ?? '').localeCompare(other.key ?? '', 'en', { numeric: one.field === 'media' });

/** The values of a content by path. Null and undefined are absent, except for null in the metadata. */
function flatten(content: ProductContent): Map<string, ValueAtPath> {
  // As the database returns it: without undefined and -0.
  const stored = JSON.parse(JSON.stringify(contentOf(content))) as ProductContent;
  const entries = comparedFields.flatMap((field): ValueAtPath[] => {
    switch (field) {
      case 'prices':
        return Object.entries(stored.prices).flatMap(([key, price]) => partsOf({ field, key }, price));
      case 'media':
        return stored.media.flatMap((item, at) => partsOf({ field, key: String(at + 1) }, item));
      case 'metadata':
        return Object.entries(stored.metadata).map(([key, value]) => ({ field, key, value }));
      default:
        return stored[field] === null ? [] : [{ field, value: stored[field] }];
    }
  });
  return new Map(entries.map((entry) => [JSON.stringify([entry.field, entry.key, entry.part]), entry]));
}

const partsOf = (location: { field: ComparedField; key: string }, parts: object): ValueAtPath[] =>
  Object.entries(parts).map(([part, value]) => ({ ...location, part, value }));

/** A part of a text, and the sides that contain it. */
export interface Stretch {
  readonly text: string;
  readonly in: 'both' | 'before' | 'after';
}

/** The limit of edits; larger differences are unreadable and would take seconds to compute. */
const maxEdits = 600;

/** Scripts without spaces between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
/** A word, white space or a sign; in scripts without spaces, a character. */
const word = new RegExp(String.raw`\s+|${unspaced}\p{M}*|[[\p{L}\p{N}\p{M}_]--${unspaced}]+|.`, 'gsv');
const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** The difference of two texts, word by word; for very different texts, each as a whole. */
export function wordsBetween(before: string, after: string): Stretch[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxEdits });
  if (!changes) return [side('before', before), side('after', after)];
  return changes.map(({ added, removed, value }) =>
    side(added ? 'after' : removed ? 'before' : 'both', value.join('')),
  );
}

const side = (where: Stretch['in'], text: string): Stretch => ({ in: where, text });
