/** Arguments of the analyses, and the parent object of their fields. */
import type { Tx } from '#db/client.ts';
import { type FigureScope, withRollups } from '#server/analytics/data/rollups.ts';
import { invalidCurrency, isCurrency } from '#server/catalog/rules/prices.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { intervals, previousRange, requireRange, type TimeRange } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { type GraphqlContext, narrowed } from '../context.ts';
import { readStoreId } from '../listing.ts';

const TimeRangeInput = builder.inputType('TimeRange', {
  description: 'A time range of at most 5 years.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true, description: 'The start, inclusive; 1970 or later.' }),
    to: t.field({ type: 'DateTime', required: true, description: 'The end, exclusive.' }),
  }),
});

export const IntervalEnum = builder.enumType('Interval', {
  description: 'The length of a series’ buckets, in UTC; weeks begin on Monday. A series has at most 400 buckets.',
  values: Object.fromEntries(
    intervals.map((interval) => [interval.toUpperCase(), { value: interval, description: `One ${interval}.` }]),
  ) as {
    readonly [Name in Uppercase<(typeof intervals)[number]>]: {
      readonly value: Lowercase<Name>;
      readonly description: string;
    };
  },
});

const common = () =>
  builder.args((t) => ({
    storeId: t.string({
      description: 'Limits the figures to one store, `STO_xxx` or the bare UUID; by default all your stores.',
    }),
    range: t.field({ type: TimeRangeInput, required: true, description: 'The time range of the figures.' }),
  }));

/** The arguments of an analysis with separate figures per currency. */
export const analysisArguments = () => ({
  ...common(),
  ...builder.args((t) => ({
    currency: t.string({
      description: 'Limits the figures to one currency, an ISO 4217 code; by default all currencies.',
    }),
  })),
});

/** The arguments of an analysis of one currency. */
export const amountArguments = () => ({
  ...common(),
  ...builder.args((t) => ({
    currency: t.string({ required: true, description: 'The currency of the figures, an ISO 4217 code such as `USD`.' }),
  })),
});

interface AnalysisArguments<Currency> {
  readonly storeId?: string | null | undefined;
  readonly range: TimeRange;
  readonly currency?: Currency;
}

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
  /** The same for the previous range; undefined on the previous range itself. */
  readonly previous: Analysis<Currency> | undefined;
  /** The figures of a query, which runs once. */
  readonly read: <Figures>(query: Query<Currency, Figures>) => Promise<Figures>;
}

/** Validates an analysis' arguments: 403 for callers other than the merchant, 400 for an invalid range or currency. */
export function readAnalysis(
  args: AnalysisArguments<string | null | undefined>,
  context: GraphqlContext,
): Analysis<string | undefined> {
  context.requireMerchant();
  const storeId = readStoreId(args.storeId);
  const range = requireRange(args.range);
  const currency = args.currency ?? undefined;
  if (currency !== undefined) requireCurrency(currency);
  let found: Promise<FigureScope> | undefined;
  const findScope = async () => {
    const narrow = narrowed(await context.merchantsScope(), storeId);
    return await context.read((tx) => withRollups(tx, narrow));
  };
  const scope = () => {
    found ??= findScope();
    return found;
  };
  const previous = analysisOf(context, scope, previousRange(range), currency, undefined);
  return analysisOf(context, scope, range, currency, previous);
}

/** The same for analyses that require a currency. */
export function readAmountAnalysis(
  args: AnalysisArguments<string | null | undefined>,
  context: GraphqlContext,
): Analysis<string> {
  const analysis = readAnalysis(args, context);
  if (analysis.currency === undefined) throw errors.missingField('currency', 'graphql');
  // The previous range has the same currency, so the check covers it.
  return analysis as Analysis<string>;
}

function analysisOf<Currency extends string | undefined>(
  context: GraphqlContext,
  scope: () => Promise<FigureScope>,
  range: TimeRange,
  currency: Currency,
  previous: Analysis<Currency> | undefined,
): Analysis<Currency> {
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
  return { range, currency, previous, read };
}

function requireCurrency(code: string): void {
  if (!isCurrency(code)) throw new ApiError(400, invalidCurrency(code), 'graphql');
}

/** The number of rows of a ranking; 400 if out of bounds. */
export const topArgument = (max: number) =>
  builder.args((t) => ({
    limit: t.int({ defaultValue: 10, description: `The maximum number of entries, 1 to ${max}.` }),
  }));
