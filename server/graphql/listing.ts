/** The arguments of every list, and their validation. */
import type { InputRef } from '@pothos/core';
import { ApiError } from '#server/domain/errors.ts';
import type { Page } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';
import { type IdForm, readId } from './filters.ts';

const defaultLimit = 20;
export const maxLimit = 100;

const SortDirection = builder.enumType('SortDirection', {
  description: 'The sort direction.',
  values: {
    ASC: { value: 'asc', description: 'From small to large, or from old to new.' },
    DESC: { value: 'desc', description: 'From large to small, or from new to old.' },
  } as const,
});

/** The order of a list. */
export interface SortBy<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** The input of a list's `orderBy`: one of those fields, descending by default. */
export function sortInput<const Field extends string>(noun: string, fields: readonly ['createdAt', ...Field[]]) {
  const SortField = builder.enumType(`${noun}SortField`, {
    description: 'The fields that the list can be sorted by.',
    values: Object.fromEntries(
      fields.map((name: string) => [name, { value: name, description: `Sorts by \`${name}\`.` }]),
    ) as Record<string, { value: string; description: string }>,
  });
  const input = builder.inputType(`${noun}Sort`, {
    description: 'The sort order of the list. Rows with equal values are sorted by ID.',
    fields: (t) => ({
      field: t.field({
        type: SortField,
        required: true,
        defaultValue: 'createdAt',
        description: 'The field to sort by.',
      }),
      direction: t.field({
        type: SortDirection,
        required: true,
        defaultValue: 'desc',
        description: 'The direction; descending by default.',
      }),
    }),
  });
  // The builder's types cannot express that the enum's values are those fields.
  return input as unknown as InputRef<SortBy<Field | 'createdAt'>>;
}

/** The arguments shared by a list and its count. */
export const choiceArguments = <Filter>(filter: InputRef<Filter>) =>
  builder.args((t) => ({
    storeId: t.string({ description: 'Limits the list to one store: `STO_xxx` or the bare UUID.' }),
    filter: t.field({ type: filter, description: 'Only rows that match these conditions.' }),
  }));

/** The limit and offset of a list. */
export const pageArguments = () =>
  builder.args((t) => ({
    limit: t.int({ defaultValue: defaultLimit, description: `The maximum number of rows, 1 to ${maxLimit}.` }),
    offset: t.int({
      defaultValue: 0,
      description: 'The number of rows to skip, 0 or more. In long lists, `cursor` is faster.',
    }),
  }));

/** The arguments of a list. */
export const listArguments = <Filter, Sort>(filter: InputRef<Filter>, sort: InputRef<Sort>, defaultSort: string) => ({
  ...choiceArguments(filter),
  ...pageArguments(),
  ...builder.args((t) => ({
    cursor: t.id({ description: 'The ID of the previous page’s last row.' }),
    orderBy: t.field({
      type: sort,
      description: `The sort order; by default ${defaultSort}, descending.`,
    }),
  })),
});

interface PageArguments<Sort extends string> {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly cursor?: string | null | undefined;
  readonly orderBy?: SortBy<Sort> | null | undefined;
}

/** The page of a list's arguments; 400 for arguments out of bounds. */
export function readPage<Sort extends string>(form: IdForm, args: PageArguments<Sort>, defaultSort: Sort): Page<Sort> {
  return {
    ...readPlainPage(args),
    after: args.cursor === null || args.cursor === undefined ? undefined : readId(form, args.cursor),
    sort: args.orderBy?.field ?? defaultSort,
    direction: args.orderBy?.direction ?? 'desc',
  };
}

/** The page of a list without cursor and order; 400 for arguments out of bounds. */
export function readPlainPage(args: Pick<PageArguments<never>, 'limit' | 'offset'>) {
  const offset = args.offset ?? 0;
  if (offset < 0) throw new ApiError(400, 'Invalid offset: must be 0 or more', 'graphql');
  return { limit: readLimit(args.limit), offset };
}

/** The number of rows to list; 400 if out of bounds. */
export function readLimit(requested: number | null | undefined, max: number = maxLimit): number {
  const limit = requested ?? defaultLimit;
  if (limit < 1 || limit > max) throw new ApiError(400, `Invalid limit: must be 1 to ${max}`, 'graphql');
  return limit;
}

/** The store that a list is limited to, if any. */
export const readStoreId = (id: string | null | undefined): string | undefined =>
  id === null || id === undefined ? undefined : readId('STO', id);
