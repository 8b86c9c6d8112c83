/** How a noun's list is declared: the list, its `…Count`, and where there is one the field that gives one of them by id. */
import type { InputRef } from '@pothos/core';
import type { Tx } from '#db/client.ts';
import type { Filter, Listing, ReadScope } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';
import { type GraphqlContext, narrowed } from './context.ts';
import { type IdForm, readFilter, readId } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, type SortBy } from './listing.ts';

type ObjectRef<Row> = ReturnType<typeof builder.objectRef<Row>>;

/** What a caller may be told without being the merchant is decided from what they ask for, before it is read. */
export interface Asked {
  readonly filter?: object | null | undefined;
  readonly orderBy?: { readonly field: string } | null | undefined;
}

interface ListFields<Row extends object, Name extends string, Sort extends string> {
  readonly list: string;
  readonly type: ObjectRef<Row>;
  readonly filter: InputRef<Filter<Name>>;
  readonly sort: InputRef<SortBy<Sort>>;
  /** The order of a list whose caller names none, descending; `createdAt` unless given. */
  readonly defaultSort?: NoInfer<Sort>;
  /** How the ids among the filter's fields are written; `id` is also what a cursor is. */
  readonly ids: { readonly [Field in Name]?: IdForm } & { readonly id: IdForm };
  /** Refuses a caller who may not ask this. */
  readonly admit?: (asked: Asked, context: GraphqlContext) => void;
  /** Which rows exist for the caller. */
  readonly scope: (context: GraphqlContext) => Promise<ReadScope>;
  readonly rows: (tx: Tx, scope: ReadScope, listing: Listing<Name, NoInfer<Sort> | 'createdAt'>) => Promise<Row[]>;
  readonly count: (tx: Tx, scope: ReadScope, filter: Filter<Name>) => Promise<number>;
  /** The field of a single row: its name, and the row with that id, or null where there is none in scope. */
  readonly single?: {
    readonly name: string;
    readonly find: (id: string, context: GraphqlContext) => Promise<Row | null>;
  };
}

/** Adds a noun's fields to the query type. */
export function addListFields<Row extends object, Name extends string, Sort extends string>(
  noun: ListFields<Row, Name, Sort>,
): void {
  // Here it is checked that rows, filter and order fit together; below, the builder's types need to know none of them.
  addFields(noun as unknown as ListFields<object, string, string>);
}

function addFields(noun: ListFields<object, string, string>): void {
  const { list, type, filter, sort, defaultSort = 'createdAt', ids, admit, scope, rows, count, single } = noun;
  builder.queryFields((t) => ({
    [list]: t.field({
      type: [type],
      args: listArguments(filter, sort, defaultSort),
      resolve: async (_, args, context) => {
        admit?.(args, context);
        const [storeId, wanted, page] = [
          readStoreId(args.storeId),
          readFilter(args.filter, ids),
          readPage(ids.id, args, defaultSort),
        ];
        const allowed = narrowed(await scope(context), storeId);
        return await context.read((tx) => rows(tx, allowed, { filter: wanted, page }));
      },
    }),
    [`${list}Count`]: t.int({
      args: choiceArguments(filter),
      resolve: async (_, args, context) => {
        admit?.(args, context);
        const [storeId, wanted] = [readStoreId(args.storeId), readFilter(args.filter, ids)];
        const allowed = narrowed(await scope(context), storeId);
        return await context.read((tx) => count(tx, allowed, wanted));
      },
    }),
    ...(single && {
      [single.name]: t.field({
        type,
        nullable: true,
        args: { id: t.arg.id({ required: true }) },
        resolve: (_, { id }, context) => single.find(readId(ids.id, id), context),
      }),
    }),
  }));
}
