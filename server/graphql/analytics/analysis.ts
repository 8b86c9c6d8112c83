/** Analyses: the queries that return them, their object types and the parent object of their fields. */
import type { ObjectFieldsShape } from '@pothos/core';
import type { Tx } from '#db/client.ts';
import { readHistory } from '#server/analytics/data/history.ts';
import { type FigureScope, withRollups } from '#server/analytics/data/rollups.ts';
import { fullRange } from '#server/analytics/rules/full-range.ts';
import { errors } from '#server/domain/errors.ts';
import { previousRange, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { findStoreBySlug } from '#server/stores/stores.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { type GraphqlContext, narrowed } from '../context.ts';
import { readStoreId } from '../listing.ts';
import {
  type AnalysisArguments,
  analysisArguments,
  readAnalysisCurrency,
  readCurrency,
  readRange,
  refuseStatus,
} from './analysis-arguments.ts';
import { markProvider } from './provider-mark.ts';

/** A query of `server/analytics/data`: figures of a range and a currency. */
type Query<Currency, Figures> = (
  tx: Tx,
  scope: FigureScope,
  choice: { readonly range: TimeRange; readonly currency: Currency },
) => Promise<Figures>;

/** The parent object of an analysis' fields. Each query runs on first use, and once. */
export interface Analysis<Currency extends string | undefined = string | undefined> {
  readonly range: TimeRange;
  readonly currency: Currency;
  /** The same for the previous range; undefined on the previous range itself, and for all time. */
  readonly previous: Analysis<Currency> | undefined;
  /** The figures of a query, which runs once. */
  readonly read: <Figures>(query: Query<Currency, Figures>) => Promise<Figures>;
  /** The same in a currency, by default the analysis' own; 400 without any, since amounts of several cannot be added. */
  readonly inCurrency: (requested?: string | null) => Analysis<string>;
}

/** Validates an analysis' arguments: 403 for callers other than the merchant, 400 for an invalid range or currency. */
export async function readAnalysis(args: AnalysisArguments, context: GraphqlContext): Promise<Analysis> {
  context.requireMerchant();
  refuseStatus(args);
  const storeId = readStoreId(args.storeId);
  const [requested, currency] = [readRange(args), readAnalysisCurrency(args)];
  const readScope = once(async () => {
    const scope = narrowed(await context.merchantsScope(), storeId);
    const { storeSlug } = args;
    if (storeSlug === null || storeSlug === undefined) return scope;
    const store = await context.read((tx) => findStoreBySlug(tx, storeSlug));
    return narrowed(scope, store?.id ?? '');
  });
  const scope = once(async () => {
    const narrow = await readScope();
    return await context.read((tx) => withRollups(tx, narrow));
  });
  const source = { context, scope };
  if (!requested) return analysisOf(source, await readFullRange(context, await readScope()), currency, undefined);
  return analysisOf(source, requested, currency, analysisOf(source, previousRange(requested), currency, undefined));
}

const readFullRange = async ({ read, now }: GraphqlContext, scope: ReadScope): Promise<TimeRange> =>
  fullRange(await read((tx) => readHistory(tx, scope)), now);

interface Source {
  readonly context: GraphqlContext;
  readonly scope: () => Promise<FigureScope>;
}

function analysisOf<Currency extends string | undefined>(
  source: Source,
  range: TimeRange,
  currency: Currency,
  previous: Analysis<Currency> | undefined,
): Analysis<Currency> {
  const { context, scope } = source;
  const known = new Map<unknown, Promise<unknown>>();
  const runQuery = async <Figures>(query: Query<Currency, Figures>) => {
    const allowed = await scope();
    return await context.read((tx) => query(tx, allowed, { range, currency }));
  };
  const read = <Figures>(query: Query<Currency, Figures>): Promise<Figures> => {
    const figures = known.get(query) ?? runQuery(query);
    known.set(query, figures);
    return figures as Promise<Figures>;
  };
  const byCurrency = new Map<string, Analysis<string>>();
  const inCurrency = (requested?: string | null): Analysis<string> => {
    const code = readCurrency(requested) ?? currency;
    if (code === undefined) throw errors.missingField('currency', 'graphql');
    const found = byCurrency.get(code) ?? analysisOf(source, range, code, previous?.inCurrency(code));
    byCurrency.set(code, found);
    return found;
  };
  const analysis: Analysis<Currency> = { range, currency, previous, read, inCurrency };
  // Fields with and without the argument share their queries.
  if (currency !== undefined) byCurrency.set(currency, analysis as Analysis<string>);
  return analysis;
}

/** The function's result, computed on first use. */
export function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  return () => {
    found ??= compute();
    return found;
  };
}

interface AnalysisOptions {
  readonly query: string;
  readonly queryDescription: string;
  /** The table scans of all figures that declare no scans of their own. */
  readonly scans: number;
  readonly description: string;
  readonly fields: ObjectFieldsShape<SchemaTypes, Analysis>;
}

/** Adds an analysis' object type and the query that returns it. */
export function analysisObject(typeName: string, options: AnalysisOptions) {
  const { query, queryDescription, scans, description, fields } = options;
  const object = builder.objectRef<Analysis>(typeName);
  object.implement({
    description,
    fields: (t) => ({
      ...fields(t),
      previous: t.field({
        type: object,
        nullable: true,
        description:
          'The same figures for the previous range of equal length. For whole months, it has the same number of months.',
        extensions: { scans },
        resolve: ({ previous }) => previous ?? null,
      }),
    }),
  });
  markProvider(object, (analysis) => analysis);
  builder.queryField(query, (t) =>
    t.field({
      type: object,
      description: queryDescription,
      args: analysisArguments(),
      extensions: { scans },
      resolve: (_, args, context) => readAnalysis(args, context),
    }),
  );
  return object;
}

/** Creates the options of fields that are one column of a query's figures. */
export const figuresOf =
  <Figures>(query: Query<string | undefined, Figures>) =>
  <Column extends keyof Figures>(column: Column, description: string) => ({
    description,
    resolve: async ({ read }: Analysis) => (await read(query))[column],
  });
