/** Sums of succeeded payments, by a property of the payment or of its order, or by period. */
import { and, count, countDistinct, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders, payments } from '#db/schema/index.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { bucketNumber, first, second, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn } from './revenue.ts';

/** Payments of one currency with the same key. Amounts are in minor units. */
export interface PaymentSum {
  /** Null: the property is not known. */
  readonly key: string | null;
  readonly currency: string;
  readonly payments: number;
  /** The orders with these payments; only by `isBusiness`, since counting them takes a sort. */
  readonly orders: number;
  /** With tax. */
  readonly amountMinor: number;
  readonly taxMinor: number;
}

const inBillingDetail = (name: 'country' | 'state' | 'isBusiness'): SQL =>
  sql`${orders.billingDetail}->>${sql.raw(`'${name}'`)}`;

const keys = {
  currency: sql`${payments.currency}`,
  method: sql`${payments.method}`,
  cardBrand: sql`${payments.cardBrand}`,
  country: sql`${payments.country}`,
  taxRate: sql`${payments.taxRateMillionths}::text`,
  /** `true` or `false`; a buyer without billing detail is not a business. */
  isBusiness: sql`coalesce(${inBillingDetail('isBusiness')}, 'false')`,
  taxCategory: sql`${checkoutSessions.price}->>'taxCategory'`,
} as const;
type PaymentKey = keyof typeof keys;

/** More than any of the properties has. */
const maxRows = 1000;

async function sumPayments(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
  key: SQL,
  condition?: SQL,
): Promise<PaymentSum[]> {
  const amountMinor = sumOf(payments.amountMinor);
  return await tx
    .select({
      key: sql<string | null>`${key}`,
      currency: payments.currency,
      payments: count(),
      orders: key === keys.isBusiness ? countDistinct(payments.orderId) : sql<number>`0`.mapWith(Number),
      amountMinor,
      taxMinor: sumOf(payments.taxMinor),
    })
    .from(payments)
    // Left joins, which PostgreSQL skips if the key is not from there.
    .leftJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.merchantId, payments.merchantId)))
    .leftJoin(
      checkoutSessions,
      and(eq(checkoutSessions.id, orders.checkoutSessionId), eq(checkoutSessions.merchantId, orders.merchantId)),
    )
    .where(and(succeededIn(scope, range, currency), condition))
    .groupBy(first, second)
    .orderBy(desc(amountMinor), first, second)
    .limit(maxRows);
}

type SumQuery = (tx: Tx, scope: ReadScope, choice: Choice) => Promise<PaymentSum[]>;

/** The payments in the range by each property, the highest amount first. */
export const paymentSumsBy: Readonly<Record<PaymentKey, SumQuery>> = Object.fromEntries(
  Object.entries(keys).map(([name, key]): [string, SumQuery] => [
    name,
    (tx, scope, choice) => sumPayments(tx, scope, choice, key),
  ]),
) as Record<PaymentKey, SumQuery>;

/** The payments in the range from one country, by state or province. */
export const sumPaymentsByState = (tx: Tx, scope: ReadScope, choice: Choice, country: string): Promise<PaymentSum[]> =>
  sumPayments(tx, scope, choice, inBillingDetail('state'), sql`${inBillingDetail('country')} = ${country}`);

/** The sums of one period. */
export type PeriodSum = Pick<PaymentSum, 'payments' | 'amountMinor' | 'taxMinor'>;

/** The payments in the buckets that start at these times, empty ones included. */
export async function readPaymentSeries(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
  starts: readonly Date[],
): Promise<(PeriodSum & { readonly start: Date })[]> {
  const rows = await tx
    .select({
      bucket: bucketNumber(payments.succeededAt, starts),
      payments: count(),
      amountMinor: sumOf(payments.amountMinor),
      taxMinor: sumOf(payments.taxMinor),
    })
    .from(payments)
    .where(succeededIn(scope, range, currency))
    .groupBy(first);
  const found = new Map(rows.map((row) => [row.bucket, row]));
  return starts.map((start, index) => {
    const { payments: paid = 0, amountMinor = 0, taxMinor = 0 } = found.get(index + 1) ?? {};
    return { start, payments: paid, amountMinor, taxMinor };
  });
}
