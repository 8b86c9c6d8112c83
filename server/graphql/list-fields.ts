/** Declares a noun's query fields: the list, its `…Count` and, for some, a single object by id. */
import type { InputRef } from '@pothos/core';
import type { Tx } from '#db/client.ts';
import type { Filter, Listing, ReadScope } from '#server/platform/data/listing.ts';
import { builder } from './builder.ts';
import { type GraphqlContext, narrowed } from './context.ts';
import { type IdForm, readFilter, readId } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, type SortBy } from './listing.ts';

type RowRef<Row> = ReturnType<typeof builder.objectRef<Row>> | ReturnType<typeof builder.interfaceRef<Row>>;

/** The arguments by which access of callers other than the merchant is decided, before reading. */
export interface ListArguments {
  readonly filter?: object | null | undefined;
  readonly orderBy?: { readonly field: string } | null | undefined;
}

interface ListFields<Row extends object, Name extends string, Sort extends string> {
  readonly list: string;
  readonly type: RowRef<Row>;
  readonly filter: InputRef<Filter<Name>>;
  readonly sort: InputRef<SortBy<Sort>>;
  /** The default sort field, descending; `createdAt` unless given. */
  readonly defaultSort?: NoInfer<Sort>;
  /** The forms of ids in the filter's fields; `id` is also the form of a cursor. */
  readonly ids: { readonly [Field in Name]?: IdForm } & { readonly id: IdForm };
  /** ID fields of the filter that are also arguments of the list. */
  readonly idArguments?: readonly NoInfer<Name>[];
  /** Throws if the caller may not use these arguments. */
  readonly admit?: (args: ListArguments, context: GraphqlContext) => void;
  /** The rows that the caller can see. */
  readonly scope: (context: GraphqlContext) => Promise<ReadScope>;
  readonly rows: (tx: Tx, scope: ReadScope, listing: Listing<Name, NoInfer<Sort> | 'createdAt'>) => Promise<Row[]>;
  readonly count: (tx: Tx, scope: ReadScope, filter: Filter<Name>) => Promise<number>;
  /** The field of a single object: its name, and a lookup by id that returns null out of scope. */
  readonly single?: {
    readonly name: string;
    readonly find: (id: string, context: GraphqlContext) => Promise<Row | null>;
  };
}

/** Adds a noun's fields to the query type. */
export function addListFields<Row extends object, Name extends string, Sort extends string>(
  noun: ListFields<Row, Name, Sort>,
): void {
  // This signature checks that rows, filter and order fit together. The builder's types need not know them.
  addFields(noun as unknown as ListFields<object, string, string>);
}

function addFields(noun: ListFields<object, string, string>): void {
  const {
    list,
    type,
    filter,
    sort,
    defaultSort = 'createdAt',
    ids,
    idArguments = [],
    admit,
    scope,
    rows,
    count,
    single,
  } = noun;
  const readChosen = (args: ListArguments) => readFilter(withArguments(args, idArguments), ids);
  const words = list.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('onetime', 'one-time');
  builder.queryFields((t) => ({
    [list]: t.field({
      type: [type],
      description: `A page of ${words} that the caller can see.`,
      args: { ...listArguments(filter, sort, defaultSort), ...idArgumentsOf(idArguments) },
      resolve: async (_, args, context) => {
        admit?.(args, context);
        const [storeId, wanted, page] = [
          readStoreId(args.storeId),
          readChosen(args),
          readPage(ids.id, args, defaultSort),
        ];
        const allowed = narrowed(await scope(context), storeId);
        return await context.read((tx) => rows(tx, allowed, { filter: wanted, page }));
      },
    }),
    [`${list}Count`]: t.int({
      description: `The number of ${words} that match the filter.`,
      args: { ...choiceArguments(filter), ...idArgumentsOf(idArguments) },
      resolve: async (_, args, context) => {
        admit?.(args, context);
        const [storeId, wanted] = [readStoreId(args.storeId), readChosen(args)];
        const allowed = narrowed(await scope(context), storeId);
        return await context.read((tx) => count(tx, allowed, wanted));
      },
    }),
    ...(single && {
      [single.name]: t.field({
        type,
        nullable: true,
        description: 'The object with that ID; null if the caller cannot see it.',
        args: {
          id: t.arg.id({
            required: true,
            description: ids.id === 'UUID' ? 'UUID.' : `\`${ids.id}_xxx\` or the bare UUID.`,
          }),
        },
        resolve: (_, { id }, context) => single.find(readId(ids.id, id), context),
      }),
    }),
  }));
}

const idArgumentsOf = (names: readonly string[]) =>
  builder.args((t) =>
    Object.fromEntries(
      names.map((name) => [name, t.string({ description: `The same as \`filter: {${name}: {eq}}\`.` })]),
    ),
  );

/** The filter, with the ID arguments as further conditions. */
const withArguments = (args: ListArguments, names: readonly string[]): Filter<string> => {
  const filter: Filter<string> = { ...args.filter };
  const given = args as unknown as Readonly<Record<string, unknown>>;
  const wanted = names.filter((name) => given[name] !== null && given[name] !== undefined);
  return { ...filter, ...Object.fromEntries(wanted.map((name) => [name, { ...filter[name], eq: given[name] }])) };
};
