/** Revenue by currency and country, tax included, by the time of payment. */
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { during, ofCurrency, owned } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

export interface RevenueByCurrency {
  readonly currency: string;
  readonly payments: number;
  readonly revenueMinor: number;
}

/** More currencies than are in use. */
const maxCurrencies = 200;

/** The payments that succeeded in the range. */
export const succeededIn = (scope: ReadScope, range: TimeRange, currency: string | undefined): SQL | undefined =>
  and(owned(payments, scope), during(payments.succeededAt, range), ofCurrency(payments.currency, currency));

type CurrencyQuery = (
  tx: Tx,
  scope: FigureScope,
  choice: { readonly range: TimeRange; readonly currency?: string | undefined },
) => Promise<RevenueByCurrency[]>;

const byCurrency =
  (metric: 'sale' | 'refund'): CurrencyQuery =>
  (tx, scope, choice) =>
    tx
      .select({ currency: figures.currency, payments: figures.count, revenueMinor: figures.amountMinor })
      .from(figureRows(metric, scope, choice))
      .groupBy(figures.currency)
      .orderBy(desc(figures.count), figures.currency)
      .limit(maxCurrencies);

/** The payments in each currency, the one with most payments first. */
export const listRevenueByCurrency = byCurrency('sale');

/** The refunds that succeeded in the range in each currency, by the time of their success. */
export const listRefundedByCurrency = byCurrency('refund');

export interface RevenueByCountry {
  /** ISO 3166-1 alpha-2, as entered with the payment; null if it was not asked for. */
  readonly country: string | null;
  readonly currency: string;
  readonly payments: number;
  readonly revenueMinor: number;
}

export interface TopChoice {
  readonly range: TimeRange;
  readonly currency: string;
  readonly limit: number;
}

/** The payments by country: sorted by revenue for one currency, otherwise by the number of payments. */
export async function listRevenueByCountry(
  tx: Tx,
  scope: FigureScope,
  { limit, ...choice }: Omit<TopChoice, 'currency'> & { readonly currency?: string | undefined },
): Promise<RevenueByCountry[]> {
  const country = sql<string | null>`nullif(key, '')`;
  const { currency, count, amountMinor } = figures;
  return await tx
    .select({ country, currency, payments: count, revenueMinor: amountMinor })
    .from(figureRows('sale_country', scope, choice))
    .groupBy(figures.key, currency)
    .orderBy(desc(choice.currency === undefined ? count : amountMinor), country, currency)
    .limit(limit);
}
