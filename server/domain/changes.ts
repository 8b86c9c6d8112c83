/** What an update changes. */
import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '#server/events/rules/event.ts';

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

/** What an object is, as far as the audit trail tells of it: no secret is among it. Undefined is left out. */
export type Facts = Readonly<Record<string, unknown>>;

/** What of a single value is kept. */
const maxTextLength = 500;
const maxFields = 60;
/** What is nested deeper is one value. */
const deepest = 4;

/**
 * What a change did, for the audit trail: the fields that differ, `checkoutSettings.light.checkoutLogo` for those within
 * others. Null stands for an object that was not there before, or is no more: then all that it has is told. What is long
 * is cut, and says by how much.
 */
export function changesBetween(before: Facts | null, after: Facts | null): Changes {
  const [old, young] = [flatten(before ?? {}), flatten(after ?? {})];
  const isOneSided = before === null || after === null;
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])].filter((name) =>
    isOneSided ? (old[name] ?? young[name] ?? null) !== null : !isDeepStrictEqual(old[name], young[name]),
  );
  const side = (fields: Facts) => {
    const known = names.filter((name) => fields[name] !== undefined);
    const told = known.slice(0, maxFields).map((name) => [name, cut(fields[name])]);
    const rest = known.length - told.length;
    return Object.fromEntries(rest > 0 ? [...told, ['…', `${rest} more fields`]] : told);
  };
  return { ...(before && { before: side(old) }), ...(after && { after: side(young) }) };
}

/** The same of a status, or of another single field. */
export const changeOf = (name: string, from: unknown, to: unknown): Changes =>
  changesBetween({ [name]: from }, { [name]: to });

/** Two of the same object, told as one; what is named in both, by the later one. */
export const bothChanges = (first: Changes, later: Changes): Changes => {
  const side = (name: 'before' | 'after') => {
    const fields = { ...first[name], ...later[name] };
    return isUnchanged(fields) ? {} : { [name]: fields };
  };
  return { ...side('before'), ...side('after') };
};

function flatten(facts: Facts, path = '', depth = 1): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) continue;
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
    if (isNested && depth < deepest) Object.assign(flat, flatten(value as Facts, `${path}${name}.`, depth + 1));
    else flat[`${path}${name}`] = value instanceof Date ? value.toISOString() : value;
  }
  return flat;
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= maxTextLength) return value;
  // Not within a character of two halves.
  const kept = text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}
