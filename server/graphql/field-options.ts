/** Options of fields that many object types have. A column that a type lacks does not compile. */
import { type Prefix, toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';

/** An amount in display format. The column is in minor units of the row's currency. */
export const amount = <Column extends string>(column: Column, description: string) => ({
  description,
  resolve: (row: { readonly [Name in Column]: number } & { readonly currency: string }) =>
    formatAmount(row[column], row.currency),
});

/** The Short ID of a UUID column. */
export const shortId = <Column extends string>(prefix: Prefix, column: Column, description: string) => ({
  description,
  resolve: (row: { readonly [Name in Column]: string }) => toShortId(prefix, row[column]),
});

/** A time that may be null, for `t.expose`. */
export const timeOrNull = (description: string) => ({ type: 'DateTime', nullable: true, description }) as const;
