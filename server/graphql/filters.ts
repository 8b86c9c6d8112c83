/** The filters of columns: the operators of each kind of value, combined with and. */

import type { InputRef } from '@pothos/core';
import { ApiError, echo } from '#server/domain/errors.ts';
import { fromShortId, isUuid, type Prefix } from '#server/domain/ids.ts';
import type { Condition, Filter } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';

const operators = {
  eq: 'Equal to this value; null matches rows without a value.',
  ne: 'Different from this value, including rows without a value.',
  in: 'Equal to one of these values.',
};

// Callers may declare variables for ids as String.
export const IdFilter = builder.inputType('IdFilter', {
  description: 'Conditions on an ID, given as Short ID or bare UUID. All must hold.',
  fields: (t) => ({
    eq: t.string({ description: operators.eq }),
    ne: t.string({ description: operators.ne }),
    in: t.stringList({ description: operators.in }),
  }),
});

export const StringFilter = builder.inputType('StringFilter', {
  description: 'Conditions on a text, case-sensitive. All must hold. `eq: null` matches rows without a value.',
  fields: (t) => ({
    eq: t.string({ description: operators.eq }),
    ne: t.string({ description: operators.ne }),
    contains: t.string({ description: 'Contains this text.' }),
    startsWith: t.string({ description: 'Starts with this text.' }),
    endsWith: t.string({ description: 'Ends with this text.' }),
    in: t.stringList({ description: operators.in }),
  }),
});

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description: 'Conditions on a time. All must hold.',
  fields: (t) => ({
    eq: t.field({ type: 'DateTime', description: operators.eq }),
    ne: t.field({ type: 'DateTime', description: operators.ne }),
    gt: t.field({ type: 'DateTime', description: 'Later than this time.' }),
    gte: t.field({ type: 'DateTime', description: 'At this time or later.' }),
    lt: t.field({ type: 'DateTime', description: 'Earlier than this time.' }),
    lte: t.field({ type: 'DateTime', description: 'At this time or earlier.' }),
  }),
});

export const IntFilter = builder.inputType('IntFilter', {
  description: 'Conditions on a whole number. All must hold.',
  fields: (t) => ({
    eq: t.int({ description: operators.eq }),
    ne: t.int({ description: operators.ne }),
    gt: t.int({ description: 'Greater than this number.' }),
    gte: t.int({ description: 'This number or greater.' }),
    lt: t.int({ description: 'Less than this number.' }),
    lte: t.int({ description: 'This number or less.' }),
  }),
});

export const BooleanFilter = builder.inputType('BooleanFilter', {
  description: 'A condition on a Boolean value.',
  fields: (t) => ({ eq: t.boolean({ description: operators.eq }) }),
});

export type ColumnFilter =
  | typeof IdFilter
  | typeof StringFilter
  | typeof DateTimeFilter
  | typeof IntFilter
  | typeof BooleanFilter;

/** The input of a list's `filter`: one field per column, each with its operators. */
export function filterInput<const Name extends string>(
  noun: string,
  filters: Readonly<Partial<Record<Name, ColumnFilter>>>,
) {
  const named = Object.entries(filters as Readonly<Record<string, ColumnFilter>>);
  const input = builder.inputType(`${noun}Filter`, {
    description: 'Conditions on the fields of the listed objects. All must hold.',
    fields: (t) =>
      Object.fromEntries(
        named.map(([name, type]) => [name, t.field({ type, description: `Conditions on \`${name}\`.` })]),
      ),
  });
  // The builder's types cannot express that the input's fields are those names.
  return input as unknown as InputRef<Filter<Name>>;
}

/** The form of an id: with a prefix, or a bare UUID only. */
export type IdForm = Prefix | 'UUID';

/** Parses an id of that form to its UUID; throws 400 `Expected format: ORD_xxx, got …`. */
export function readId(form: IdForm, value: string): string {
  const uuid = form === 'UUID' ? (isUuid(value) ? value.toLowerCase() : undefined) : fromShortId(form, value);
  if (uuid !== undefined) return uuid;
  throw new ApiError(
    400,
    `Expected format: ${form === 'UUID' ? 'UUID' : `${form}_xxx`}, got ${echo(value)}`,
    'graphql',
  );
}

/** Converts a filter for the queries: ids become UUIDs, and texts must be storable. */
export function readFilter<Input extends object>(
  filter: Input | null | undefined,
  ids: { [Field in keyof Input]?: IdForm },
): Input {
  const fields = Object.entries(filter ?? {}) as [keyof Input, Condition | null][];
  return Object.fromEntries(fields.map(([field, condition]) => [field, readCondition(condition, ids[field])])) as Input;
}

function readCondition(condition: Condition | null, form: IdForm | undefined): Condition | null {
  if (!condition) return null;
  return Object.fromEntries(Object.entries(condition).map(([operator, value]) => [operator, readValue(value, form)]));
}

function readValue(value: unknown, form: IdForm | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => readValue(each, form));
  if (typeof value !== 'string') return value;
  if (form) return readId(form, value);
  // The gateway rejects these characters in a body, but a query's text can contain them as escapes.
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new ApiError(400, 'Filter contains a character that is not valid text', 'graphql');
  }
  return value;
}
