/** The arguments of analyses and of their fields. */
import { invalidCurrency, isCurrency } from '#server/catalog/rules/prices.ts';
import { ApiError, echo } from '#server/domain/errors.ts';
import { granularities, intervals, requireRange, type TimeRange } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { parseMoment } from '../scalars.ts';

const TimeRangeInput = builder.inputType('TimeRange', {
  description: 'A time range of at most 5 years.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true, description: 'The start, inclusive; 1970 or later.' }),
    to: t.field({ type: 'DateTime', required: true, description: 'The end, exclusive.' }),
  }),
});

const AnalyticsTimeRangeInput = builder.inputType('AnalyticsTimeRangeInput', {
  description: 'A time range of at most 5 years, as texts.',
  fields: (t) => ({
    startDate: t.string({ required: true, description: 'The start in ISO 8601, inclusive; 1970 or later.' }),
    endDate: t.string({ required: true, description: 'The end in ISO 8601, exclusive.' }),
  }),
});

const AnalyticsFilterInput = builder.inputType('AnalyticsFilterInput', {
  description: 'Limits the figures of an analysis.',
  fields: (t) => ({
    timeRange: t.field({ type: AnalyticsTimeRangeInput, description: 'The same as `range`.' }),
    currency: t.string({ description: 'The same as the argument `currency`.' }),
    status: t.string({
      description: 'Not supported: 400. Analyses have separate figures per status, such as `countsByStatus`.',
    }),
  }),
});

const enumOf = <const Name extends string>(names: readonly Name[], describe: (name: Name) => string) =>
  Object.fromEntries(
    names.map((name) => [name.toUpperCase(), { value: name, description: describe(name) }]),
  ) as unknown as {
    readonly [Key in Uppercase<Name>]: { readonly value: Lowercase<Key>; readonly description: string };
  };

export const IntervalEnum = builder.enumType('Interval', {
  description: 'The length of a series’ buckets, in UTC; weeks begin on Monday. A series has at most 400 buckets.',
  values: enumOf(intervals, (interval) => `One ${interval}.`),
});

const GranularityEnum = builder.enumType('TimePeriodGranularity', {
  description: 'The length of a series’ periods, in UTC; weeks begin on Monday. A series has at most 400 periods.',
  values: enumOf(granularities, (granularity) =>
    granularity === 'all_time' ? 'One period: the whole range.' : `One ${granularity}.`,
  ),
});

/** The arguments of an analysis. */
export const analysisArguments = () =>
  builder.args((t) => ({
    storeId: t.string({
      description: 'Limits the figures to one store, `STO_xxx` or the bare UUID; by default all your stores.',
    }),
    storeSlug: t.string({ description: 'Limits the figures to the store with this slug.' }),
    range: t.field({
      type: TimeRangeInput,
      description: 'The time range of the figures; by default from the first order until now.',
    }),
    currency: t.string({
      description:
        'Limits the figures to one currency, an ISO 4217 code in either case. Figures that add up amounts require it.',
    }),
    filter: t.field({ type: AnalyticsFilterInput, description: 'Another form of `range` and `currency`.' }),
  }));

export interface AnalysisArguments {
  readonly storeId?: string | null | undefined;
  readonly storeSlug?: string | null | undefined;
  readonly range?: TimeRange | null | undefined;
  readonly currency?: string | null | undefined;
  readonly filter?:
    | {
        readonly timeRange?: { readonly startDate: string; readonly endDate: string } | null | undefined;
        readonly currency?: string | null | undefined;
        readonly status?: string | null | undefined;
      }
    | null
    | undefined;
}

/** The requested range; undefined without one. Throws 400 for an invalid range or two of them. */
export function readRange({ range, filter }: AnalysisArguments): TimeRange | undefined {
  const { timeRange } = filter ?? {};
  if (range && timeRange) throw refusal('Invalid filter.timeRange: range is given as well');
  if (range) return requireRange(range);
  if (!timeRange) return undefined;
  return requireRange({ from: readBound(timeRange, 'startDate'), to: readBound(timeRange, 'endDate') });
}

function readBound<Name extends string>(timeRange: Readonly<Record<Name, string>>, name: Name): Date {
  const moment = parseMoment(timeRange[name]);
  if (moment) return moment;
  throw refusal(`Invalid filter.timeRange.${name}: must be an ISO 8601 date-time, got ${echo(timeRange[name])}`);
}

/** The requested currency in upper case; undefined without one. Throws 400 for an invalid code. */
export function readCurrency(requested: string | null | undefined): string | undefined {
  const currency = requested?.toUpperCase();
  if (requested && currency !== undefined && !isCurrency(currency)) throw refusal(invalidCurrency(requested));
  return currency || undefined;
}

/** The currency of an analysis; 400 for an invalid one or two different ones. */
export function readAnalysisCurrency({ currency, filter }: AnalysisArguments): string | undefined {
  const [one, other] = [readCurrency(currency), readCurrency(filter?.currency)];
  if (one && other && one !== other) throw refusal('Invalid filter.currency: differs from currency');
  return one ?? other;
}

/** Throws 400 for a filter that analyses cannot apply: an ignored one would make the figures wrong. */
export function refuseStatus({ filter }: AnalysisArguments): void {
  if (filter?.status) throw refusal('Invalid filter.status: analyses have separate figures per status instead');
}

const refusal = (message: string) => new ApiError(400, message, 'graphql');

/** The number of rows of a ranking. */
export const topArgument = (max: number) =>
  builder.args((t) => ({
    limit: t.int({ defaultValue: 10, description: `The maximum number of entries, 1 to ${max}.` }),
  }));

/** The currency of a field that adds up amounts. */
export const currencyArgument = () =>
  builder.args((t) => ({
    currency: t.string({ description: 'An ISO 4217 code in either case; by default the analysis’ currency.' }),
  }));

/** The periods of a series. */
export const granularityArgument = () =>
  builder.args((t) => ({
    granularity: t.field({ type: GranularityEnum, defaultValue: 'month', description: 'The length of a period.' }),
  }));
