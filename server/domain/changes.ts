/** The changes of an update. */
import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '#server/events/rules/event.ts';

/** The given fields whose values differ from the row's. Undefined fields were not given. */
export function changedFields<Row extends object>(
  row: Row,
  changes: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changed = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}

/** Whether nothing changed. Then nothing is written or recorded. */
export const isUnchanged = (changes: object): boolean => Object.keys(changes).length === 0;

/** An object's recordable fields for the audit log, without secrets. Undefined fields are left out. */
export type Facts = Readonly<Record<string, unknown>>;

/** The maximum stored length of a single value. */
const maxTextLength = 500;
const maxFields = 60;
/** Deeper objects are stored as one value. */
const maxDepth = 4;

/**
 * The difference for the audit log: only fields that changed, nested ones as `checkoutSettings.light.checkoutLogo`.
 * Null stands for an object before creation or after deletion; then all fields are listed. Long values are cut, with
 * the number of removed characters.
 */
export function changesBetween(before: Facts | null, after: Facts | null): Changes {
  const [old, current] = [flatten(before ?? {}), flatten(after ?? {})];
  const isOneSided = before === null || after === null;
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter((name) =>
    isOneSided ? (old[name] ?? current[name] ?? null) !== null : !isDeepStrictEqual(old[name], current[name]),
  );
  const side = (fields: Facts) => {
    const known = names.filter((name) => fields[name] !== undefined);
    const shown = known.slice(0, maxFields).map((name) => [name, cut(fields[name])]);
    const rest = known.length - shown.length;
    return Object.fromEntries(rest > 0 ? [...shown, ['…', `${rest} more fields`]] : shown);
  };
  return { ...(before && { before: side(old) }), ...(after && { after: side(current) }) };
}

/** The same for a single field, such as a status. */
export const changeOf = (name: string, from: unknown, to: unknown): Changes =>
  changesBetween({ [name]: from }, { [name]: to });

/** Merges two change sets of the same object; the later one wins. */
export const mergeChanges = (first: Changes, later: Changes): Changes => {
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
    if (isNested && depth < maxDepth) Object.assign(flat, flatten(value as Facts, `${path}${name}.`, depth + 1));
    else flat[`${path}${name}`] = value instanceof Date ? value.toISOString() : value;
  }
  return flat;
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= maxTextLength) return value;
  // Never within a surrogate pair.
  const start = text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… (${text.length - start.length} more characters)`;
}
