/** What an update changes. */
import { isDeepStrictEqual } from 'node:util';

/** Those of the given fields that are something else, by value, than what is there; undefined ones were not given. */
export function changedFields<Row extends object>(
  row: Row,
  given: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}

/** Whether there are any. Nothing is written, and nothing recorded, where there are none. */
export const isUnchanged = (changes: object): boolean => Object.keys(changes).length === 0;
