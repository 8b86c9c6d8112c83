/** Where revenue comes from: by currency and by country. Tax included, by when payments succeeded. */
import { and, count, desc, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { during, ofCurrency, owned, sumOf } from './facts.ts';

export interface RevenueByCurrency {
  readonly currency: string;
  readonly payments: number;
  readonly revenueMinor: number;
}

/** More than there are currencies in use. */
const maxCurrencies = 200;

/** The payments that succeeded in the range. */
export const succeededIn = (scope: ReadScope, range: TimeRange, currency: string | undefined): SQL | undefined =>
  and(owned(payments, scope), during(payments.succeededAt, range), ofCurrency(payments.currency, currency));

/** What was paid in each currency, the one with most payments first. */
export const listRevenueByCurrency = (
  tx: Tx,
  scope: ReadScope,
  { range, currency }: { readonly range: TimeRange; readonly currency?: string | undefined },
): Promise<RevenueByCurrency[]> =>
  tx
    .select({ currency: payments.currency, payments: count(), revenueMinor: sumOf(payments.amountMinor) })
    .from(payments)
    .where(succeededIn(scope, range, currency))
    .groupBy(payments.currency)
    .orderBy(desc(count()), payments.currency)
    .limit(maxCurrencies);

export interface RevenueByCountry {
  /** ISO 3166-1 alpha-2, as the buyer gave it with the payment; null: none was asked for. */
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

/** What was paid from where: of one currency, where most came from first; of all, where most payments came from. */
export async function listRevenueByCountry(
  tx: Tx,
  scope: ReadScope,
  { range, currency, limit }: Omit<TopChoice, 'currency'> & { readonly currency?: string | undefined },
): Promise<RevenueByCountry[]> {
  const { country } = payments;
  const revenueMinor = sumOf(payments.amountMinor);
  return await tx
    .select({ country, currency: payments.currency, payments: count(), revenueMinor })
    .from(payments)
    .where(succeededIn(scope, range, currency))
    .groupBy(country, payments.currency)
    .orderBy(desc(currency === undefined ? count() : revenueMinor), country, payments.currency)
    .limit(limit);
}
