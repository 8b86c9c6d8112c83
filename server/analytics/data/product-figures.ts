/** The figures of one product in a range and in the previous one. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { monthlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';
import { succeededIn } from './revenue.ts';
import { activeBefore, startedBefore } from './subscriptions.ts';

interface Figures {
  /** Paid orders and started trials in the range. */
  readonly orders: number;
  /** Payments that succeeded in the range, renewals and tax included. */
  readonly revenueMinor: number;
  /** Active subscriptions at the end of the range, and their monthly revenue without tax. */
  readonly active: number;
  readonly mrrMinor: number;
}

/** The figures of a range, and of the range to compare with. */
export interface ProductFigures {
  readonly now: Figures;
  readonly before: Figures;
}

interface FiguresChoice {
  readonly productId: string;
  readonly range: TimeRange;
  /** The previous range, which ends earlier. */
  readonly previous: TimeRange;
  readonly currency: string;
}

/** A product's figures in one currency. */
export async function readProductFigures(tx: Tx, scope: ReadScope, choice: FiguresChoice): Promise<ProductFigures> {
  const [bought, paid, recurring] = await Promise.all([
    countOrders(tx, scope, choice),
    sumPayments(tx, scope, choice),
    readLevels(tx, scope, choice),
  ]);
  const levels = (name: 'now' | 'before') => ({
    active: recurring.reduce((sum, row) => sum + row[name].active, 0),
    mrrMinor: monthlyMinor(Object.fromEntries(recurring.map((row) => [row.period, row[name].amountMinor]))),
  });
  return {
    now: { orders: bought.now, revenueMinor: paid.now, ...levels('now') },
    before: { orders: bought.before, revenueMinor: paid.before, ...levels('before') },
  };
}

/** From the start of the previous range to the end of the current one. */
const combinedRange = ({ range, previous }: FiguresChoice): TimeRange => ({ from: previous.from, to: range.to });

const isProduct = ({ productId, currency }: FiguresChoice): SQL | undefined =>
  and(eq(orders.productId, productId), ofCurrency(orders.currency, currency));

async function countOrders(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const at = boughtAt(orders);
  const [row] = await tx
    .select({ now: countWhere(during(at, choice.range)), before: countWhere(during(at, choice.previous)) })
    .from(orders)
    .where(and(owned(orders, scope), during(at, combinedRange(choice)), isProduct(choice)));
  return row ?? { now: 0, before: 0 };
}

async function sumPayments(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const amountIn = (range: TimeRange) => sumWhere(payments.amountMinor, during(payments.succeededAt, range));
  const [row] = await tx
    .select({ now: amountIn(choice.range), before: amountIn(choice.previous) })
    .from(payments)
    .where(and(succeededIn(scope, combinedRange(choice), choice.currency), eq(payments.productId, choice.productId)));
  return row ?? { now: 0, before: 0 };
}

/** The active subscriptions at the end of each range, by billing period. */
async function readLevels(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const { range, previous, currency } = choice;
  const at = ({ to }: TimeRange) => ({
    active: countWhere(activeBefore(to)),
    amountMinor: sumWhere(orders.subtotalMinor, activeBefore(to)),
  });
  return await tx
    .select({ period: orders.billingPeriod, now: at(range), before: at(previous) })
    .from(orders)
    .where(and(startedBefore(range.to, scope, currency), isProduct(choice)))
    .groupBy(orders.billingPeriod);
}

/** The sum of the amounts that match a condition. */
const sumWhere = (amountMinor: Parameters<typeof sumOf>[0], condition: SQL | undefined): SQL<number> =>
  sumOf(sql`case when ${condition} then ${amountMinor} end`);
