/** The arguments that every list shares, and what they mean. */
import type { InputRef } from '@pothos/core';
import { ApiError } from '#server/domain/errors.ts';
import type { Page } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';
import { type IdForm, readId } from './filters.ts';

const defaultLimit = 20;
export const maxLimit = 100;

const SortDirection = builder.enumType('SortDirection', {
  values: { ASC: { value: 'asc' }, DESC: { value: 'desc' } } as const,
});

/** What a list can be ordered by. */
export interface SortBy<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** The input of a list's `orderBy`: one of those fields, from new or large to old or small unless told otherwise. */
export function sortInput<const Field extends string>(noun: string, fields: readonly ['createdAt', ...Field[]]) {
  const SortField = builder.enumType(`${noun}SortField`, { values: fields as readonly string[] });
  const input = builder.inputType(`${noun}Sort`, {
    fields: (t) => ({
      field: t.field({ type: SortField, required: true, defaultValue: 'createdAt' }),
      direction: t.field({ type: SortDirection, required: true, defaultValue: 'desc' }),
    }),
  });
  // Only here is it known that the enum's values are those fields and no other text.
  return input as InputRef<SortBy<Field | 'createdAt'>>;
}

/** The arguments that choose rows: what a list and its count have in common. */
export const choiceArguments = <Filter>(filter: InputRef<Filter>) =>
  builder.args((t) => ({
    storeId: t.string({ description: 'Only of that store: `STO_xxx` or the bare UUID.' }),
    filter: t.field({ type: filter }),
  }));

/** The arguments of a list. */
export const listArguments = <Filter, Sort>(filter: InputRef<Filter>, sort: InputRef<Sort>, defaultSort: string) =>
  builder.args((t) => ({
    storeId: t.string({ description: 'Only of that store: `STO_xxx` or the bare UUID.' }),
    filter: t.field({ type: filter }),
    limit: t.int({ defaultValue: defaultLimit, description: `1 to ${maxLimit}.` }),
    offset: t.int({ defaultValue: 0, description: 'Rows to skip. Far into a list, `cursor` is quicker.' }),
    cursor: t.id({ description: 'The id of the last row of the page before.' }),
    orderBy: t.field({
      type: sort,
      description: `By default ${defaultSort}, descending. Rows of equal value are ordered by id.`,
    }),
  }));

interface PageArguments<Sort extends string> {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly cursor?: string | null | undefined;
  readonly orderBy?: SortBy<Sort> | null | undefined;
}

/** The page that a list's arguments ask for; 400 for arguments out of bounds. */
export function readPage<Sort extends string>(form: IdForm, given: PageArguments<Sort>, defaultSort: Sort): Page<Sort> {
  const offset = given.offset ?? 0;
  if (offset < 0) throw new ApiError(400, 'Invalid offset: must be 0 or more', 'graphql');
  return {
    limit: readLimit(given.limit),
    offset,
    after: given.cursor === null || given.cursor === undefined ? undefined : readId(form, given.cursor),
    sort: given.orderBy?.field ?? defaultSort,
    direction: given.orderBy?.direction ?? 'desc',
  };
}

/** How many rows a list may show; 400 for a number out of bounds. */
export function readLimit(given: number | null | undefined, most: number = maxLimit): number {
  const limit = given ?? defaultLimit;
  if (limit < 1 || limit > most) throw new ApiError(400, `Invalid limit: must be 1 to ${most}`, 'graphql');
  return limit;
}

/** The store that a list is narrowed to, if any. */
export const readStoreId = (given: string | null | undefined): string | undefined =>
  given === null || given === undefined ? undefined : readId('STO', given);
