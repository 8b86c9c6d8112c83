/** The filters of columns: which operators each kind of value has. All operators given have to hold. */

import type { InputRef } from '@pothos/core';
import { ApiError, echo } from '#server/domain/errors.ts';
import { fromShortId, isUuid, type Prefix } from '#server/domain/ids.ts';
import type { Condition, Filter } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';

// Ids are texts to those who write queries: a variable may be declared String.
export const IdFilter = builder.inputType('IdFilter', {
  description: 'Takes the Short ID and the bare UUID.',
  fields: (t) => ({ eq: t.string(), ne: t.string(), in: t.stringList() }),
});

export const StringFilter = builder.inputType('StringFilter', {
  description: 'Exact, upper and lower case told apart. `eq: null` finds what has no value.',
  fields: (t) => ({
    eq: t.string(),
    ne: t.string(),
    contains: t.string(),
    startsWith: t.string(),
    endsWith: t.string(),
    in: t.stringList(),
  }),
});

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  fields: (t) => ({
    eq: t.field({ type: 'DateTime' }),
    ne: t.field({ type: 'DateTime' }),
    gt: t.field({ type: 'DateTime' }),
    gte: t.field({ type: 'DateTime' }),
    lt: t.field({ type: 'DateTime' }),
    lte: t.field({ type: 'DateTime' }),
  }),
});

export const IntFilter = builder.inputType('IntFilter', {
  fields: (t) => ({ eq: t.int(), ne: t.int(), gt: t.int(), gte: t.int(), lt: t.int(), lte: t.int() }),
});

export const BooleanFilter = builder.inputType('BooleanFilter', { fields: (t) => ({ eq: t.boolean() }) });

export type ColumnFilter =
  | typeof IdFilter
  | typeof StringFilter
  | typeof DateTimeFilter
  | typeof IntFilter
  | typeof BooleanFilter;

/** The input of a list's `filter`: its fields, each with the operators of its values. */
export function filterInput<const Name extends string>(
  noun: string,
  filters: Readonly<Partial<Record<Name, ColumnFilter>>>,
) {
  const named = Object.entries(filters as Readonly<Record<string, ColumnFilter>>);
  const input = builder.inputType(`${noun}Filter`, {
    fields: (t) => Object.fromEntries(named.map(([name, type]) => [name, t.field({ type })])),
  });
  // Only here is it known that the input's fields are those names.
  return input as unknown as InputRef<Filter<Name>>;
}

/** How an id is written: with a prefix, or as a bare UUID only. */
export type IdForm = Prefix | 'UUID';

/** The UUID that a caller wrote in that form; 400 `Expected format: ORD_xxx, got …` otherwise. */
export function readId(form: IdForm, value: string): string {
  const uuid = form === 'UUID' ? (isUuid(value) ? value.toLowerCase() : undefined) : fromShortId(form, value);
  if (uuid !== undefined) return uuid;
  throw new ApiError(
    400,
    `Expected format: ${form === 'UUID' ? 'UUID' : `${form}_xxx`}, got ${echo(value)}`,
    'graphql',
  );
}

/** A filter as the queries take it: ids as UUIDs, texts such as the database can hold. */
export function readFilter<Given extends object>(
  given: Given | null | undefined,
  ids: { [Field in keyof Given]?: IdForm },
): Given {
  const fields = Object.entries(given ?? {}) as [keyof Given, Condition | null][];
  return Object.fromEntries(fields.map(([field, condition]) => [field, readCondition(condition, ids[field])])) as Given;
}

function readCondition(condition: Condition | null, form: IdForm | undefined): Condition | null {
  if (!condition) return null;
  return Object.fromEntries(Object.entries(condition).map(([operator, value]) => [operator, readValue(value, form)]));
}

function readValue(value: unknown, form: IdForm | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => readValue(each, form));
  if (typeof value !== 'string') return value;
  if (form) return readId(form, value);
  // The gateway refuses these characters in a body, but a query's text can spell them as an escape.
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new ApiError(400, 'Filter contains a character that is not valid text', 'graphql');
  }
  return value;
}
