/**
 * How two contents of a product differ: what a merchant is shown before something is published or restored. Prices come
 * first, and are compared by currency; media by place, metadata by key.
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

/** One value that is another. Undefined: it is not there on that side. */
export interface ProductChange {
  readonly field: ComparedField;
  /** Which one, of a field that has several: the currency, the place from 1, the key. */
  readonly key?: string;
  /** Which part of it, of a price or a picture: `amountMinor`, `url`. */
  readonly part?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What is different in `after`; undefined: there is nothing to compare with, and all that it has is new. */
export function changesOfProduct(before: ProductContent | undefined, after: ProductContent): ProductChange[] {
  const [old, young] = [before ? flatten(before) : new Map<string, Place>(), flatten(after)];
  const all = new Map([...old, ...young]);
  return comparedFields.flatMap((field) =>
    [...all]
      .filter(([, place]) => place.field === field)
      .sort(([, one], [, other]) => inOrder(one, other))
      .map(([path, { value: _, ...place }]) => ({
        ...place,
        before: old.get(path)?.value,
        after: young.get(path)?.value,
      }))
      .filter((change) => !isDeepStrictEqual(change.before, change.after)),
  );
}

interface Place {
  readonly field: ComparedField;
  readonly key?: string;
  readonly part?: string;
  readonly value: unknown;
}

/** By key; media's are numbers. What stands under one key stays together, in the order that it has there. */
const inOrder = (one: Place, other: Place): number =>
  (one.key ?? '').localeCompare(other.key ?? '', 'en', { numeric: one.field === 'media' });

/** Each value of a content, by where it stands. What is null or undefined is not there, but for metadata's own nulls. */
function flatten(content: ProductContent): Map<string, Place> {
  // As it is stored: nothing undefined, no -0.
  const stored = JSON.parse(JSON.stringify(contentOf(content))) as ProductContent;
  const places = comparedFields.flatMap((field): Place[] => {
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
  return new Map(places.map((place) => [JSON.stringify([place.field, place.key, place.part]), place]));
}

const partsOf = (place: { field: ComparedField; key: string }, parts: object): Place[] =>
  Object.entries(parts).map(([part, value]) => ({ ...place, part, value }));

/** A stretch of a text, and which side has it. */
export interface Stretch {
  readonly text: string;
  readonly in: 'both' | 'before' | 'after';
}

/** More differences than that between two texts nobody reads; finding them all would take seconds. */
const maxEdits = 600;

/** Writing in which words have no space between them. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
/** A word, the space between two, or a sign; of what is unspaced, each letter. */
const word = new RegExp(String.raw`\s+|${unspaced}\p{M}*|[[\p{L}\p{N}\p{M}_]--${unspaced}]+|.`, 'gsv');
const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** Two texts, word by word; where hardly a word is left, the one as a whole and the other as a whole. */
export function wordsBetween(before: string, after: string): Stretch[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxEdits });
  if (!changes) return [side('before', before), side('after', after)];
  return changes.map(({ added, removed, value }) =>
    side(added ? 'after' : removed ? 'before' : 'both', value.join('')),
  );
}

const side = (where: Stretch['in'], text: string): Stretch => ({ in: where, text });
