/** Collected and refunded tax, by place and rate. */

import { and, count, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { during, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn } from './revenue.ts';

export interface TaxFigures {
  readonly currency: string;
  /** ISO 3166-1 alpha-2, as entered by the buyer; null if it was not asked for. */
  readonly country: string | null;
  /** The state or province, in the USA and Canada. */
  readonly state: string | null;
  /** VAT, GST, …; null if there is no tax. */
  readonly name: string | null;
  /** In millionths: 190,000 is 19 %. */
  readonly rateMillionths: number;
  readonly payments: number;
  /** The payments without tax, in minor units. */
  readonly taxableMinor: number;
  readonly taxMinor: number;
  /** The tax part of refunds in the range. */
  readonly refundedTaxMinor: number;
  /** The other part of refunds in the range. */
  readonly refundedTaxableMinor: number;
}

const groupColumns = {
  currency: payments.currency,
  country: sql<string | null>`${orders.billingDetail}->>'country'`,
  state: sql<string | null>`${orders.billingDetail}->>'state'`,
  name: payments.taxName,
  rateMillionths: payments.taxRateMillionths,
};
const groupBy = Object.values(groupColumns);

/** More than a store's combinations of place, rate and currency; further ones would be omitted. */
const maxRows = 5000;

/** The tax of payments and refunds in the range, the highest first. */
export async function listTaxes(tx: Tx, scope: ReadScope, choice: Choice): Promise<TaxFigures[]> {
  const { range, currency } = choice;
  const [collected, refunded] = await Promise.all([
    tx
      .select({
        ...groupColumns,
        payments: count(),
        taxableMinor: sumOf(sql`${payments.amountMinor} - ${payments.taxMinor}`),
        taxMinor: sumOf(payments.taxMinor),
      })
      .from(payments)
      .innerJoin(orders, refersTo(payments, payments.orderId, orders))
      .where(succeededIn(scope, range, currency))
      .groupBy(...groupBy)
      .orderBy(...groupBy)
      .limit(maxRows),
    tx
      .select({
        ...groupColumns,
        refundedTaxMinor: sumOf(refunds.taxMinor),
        refundedTaxableMinor: sumOf(sql`${refunds.amountMinor} - ${refunds.taxMinor}`),
      })
      .from(refunds)
      .innerJoin(payments, refersTo(refunds, refunds.paymentId, payments))
      .innerJoin(orders, refersTo(payments, payments.orderId, orders))
      .where(
        and(
          owned(refunds, scope),
          during(refunds.succeededAt, range),
          eq(refunds.status, 'succeeded'),
          ofCurrency(refunds.currency, currency),
        ),
      )
      .groupBy(...groupBy)
      .orderBy(...groupBy)
      .limit(maxRows),
  ]);
  const rows = new Map<string, TaxFigures>();
  for (const row of [...collected, ...refunded]) {
    const key = JSON.stringify([row.currency, row.country, row.state, row.name, row.rateMillionths]);
    rows.set(key, { ...noFigures, ...rows.get(key), ...row });
  }
  return [...rows.values()].sort(
    (one, other) => other.taxMinor - one.taxMinor || other.taxableMinor - one.taxableMinor,
  );
}

const noFigures = { payments: 0, taxableMinor: 0, taxMinor: 0, refundedTaxMinor: 0, refundedTaxableMinor: 0 };
