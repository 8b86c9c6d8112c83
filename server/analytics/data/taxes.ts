/** Tax that was collected and given back, by the place and the rate that it was taken at. */
import { and, count, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { during, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn } from './revenue.ts';

export interface TaxFigures {
  readonly currency: string;
  /** ISO 3166-1 alpha-2, as the buyer gave it; null: none was asked for. */
  readonly country: string | null;
  /** Where the buyer said which: in the USA and Canada. */
  readonly state: string | null;
  /** VAT, GST, …; null where none is levied. */
  readonly name: string | null;
  /** In millionths: 190,000 is 19 %. */
  readonly rateMillionths: number;
  readonly payments: number;
  /** What was paid without tax, in minor units. */
  readonly taxableMinor: number;
  readonly taxMinor: number;
  /** Of what was given back in the range, the part that is tax. */
  readonly refundedTaxMinor: number;
  /** And the part that is not. */
  readonly refundedTaxableMinor: number;
}

const place = {
  currency: payments.currency,
  country: sql<string | null>`${orders.billingDetail}->>'country'`,
  state: sql<string | null>`${orders.billingDetail}->>'state'`,
  name: payments.taxName,
  rateMillionths: payments.taxRateMillionths,
};
const columns = Object.values(place);

/** Places, rates and currencies together; no store has more, and what is beyond would be left out. */
const maxRows = 5000;

/** What payments of the range bore in tax, and refunds of the range gave back of it; the most tax first. */
export async function listTaxes(tx: Tx, scope: ReadScope, choice: Choice): Promise<TaxFigures[]> {
  const { range, currency } = choice;
  const [collected, givenBack] = await Promise.all([
    tx
      .select({
        ...place,
        payments: count(),
        taxableMinor: sumOf(sql`${payments.amountMinor} - ${payments.taxMinor}`),
        taxMinor: sumOf(payments.taxMinor),
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(succeededIn(scope, range, currency))
      .groupBy(...columns)
      .orderBy(...columns)
      .limit(maxRows),
    tx
      .select({
        ...place,
        refundedTaxMinor: sumOf(refunds.taxMinor),
        refundedTaxableMinor: sumOf(sql`${refunds.amountMinor} - ${refunds.taxMinor}`),
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          owned(refunds, scope),
          during(refunds.succeededAt, range),
          eq(refunds.status, 'succeeded'),
          ofCurrency(refunds.currency, currency),
        ),
      )
      .groupBy(...columns)
      .orderBy(...columns)
      .limit(maxRows),
  ]);
  const rows = new Map<string, TaxFigures>();
  for (const row of [...collected, ...givenBack]) {
    const key = JSON.stringify([row.currency, row.country, row.state, row.name, row.rateMillionths]);
    rows.set(key, { ...nothing, ...rows.get(key), ...row });
  }
  return [...rows.values()].sort(
    (one, other) => other.taxMinor - one.taxMinor || other.taxableMinor - one.taxableMinor,
  );
}

const nothing = { payments: 0, taxableMinor: 0, taxMinor: 0, refundedTaxMinor: 0, refundedTaxableMinor: 0 };
