/** How one product does: over a range, and over the one before. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { monthlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';
import { succeededIn } from './revenue.ts';
import { activeBefore, begunBefore } from './subscriptions.ts';

interface Figures {
  /** What was bought in the range: orders that were paid, or that began with a trial. */
  readonly orders: number;
  /** What its payments brought in, renewals too, tax included; by when they succeeded. */
  readonly revenueMinor: number;
  /** Subscriptions that were active at the range's end, and what they brought in each month, without tax. */
  readonly active: number;
  readonly mrrMinor: number;
}

/** Figures of a range, and of the one that it is compared with. */
export interface ProductFigures {
  readonly now: Figures;
  readonly before: Figures;
}

interface FiguresChoice {
  readonly productId: string;
  readonly range: TimeRange;
  /** The range before: it ends before the other one does. */
  readonly previous: TimeRange;
  readonly currency: string;
}

/** How a product does, in one currency. */
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

/** From the beginning of the one to the end of the other. */
const bothOf = ({ range, previous }: FiguresChoice): TimeRange => ({ from: previous.from, to: range.to });

const ofProduct = ({ productId, currency }: FiguresChoice): SQL | undefined =>
  and(eq(orders.productId, productId), ofCurrency(orders.currency, currency));

async function countOrders(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const at = boughtAt(orders);
  const [row] = await tx
    .select({ now: countWhere(during(at, choice.range)), before: countWhere(during(at, choice.previous)) })
    .from(orders)
    .where(and(owned(orders, scope), during(at, bothOf(choice)), ofProduct(choice)));
  return row ?? { now: 0, before: 0 };
}

async function sumPayments(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const amountIn = (range: TimeRange) => sumWhere(payments.amountMinor, during(payments.succeededAt, range));
  const [row] = await tx
    .select({ now: amountIn(choice.range), before: amountIn(choice.previous) })
    .from(payments)
    .where(and(succeededIn(scope, bothOf(choice), choice.currency), eq(payments.productId, choice.productId)));
  return row ?? { now: 0, before: 0 };
}

/** What was active at the end of either range, by how often it is charged. */
async function readLevels(tx: Tx, scope: ReadScope, choice: FiguresChoice) {
  const { range, previous, currency } = choice;
  const at = ({ to }: TimeRange) => ({
    active: countWhere(activeBefore(to)),
    amountMinor: sumWhere(orders.subtotalMinor, activeBefore(to)),
  });
  return await tx
    .select({ period: orders.billingPeriod, now: at(range), before: at(previous) })
    .from(orders)
    .where(and(begunBefore(range.to, scope, currency), ofProduct(choice)))
    .groupBy(orders.billingPeriod);
}

/** The sum of the amounts of which that holds. */
const sumWhere = (amountMinor: Parameters<typeof sumOf>[0], condition: SQL | undefined): SQL<number> =>
  sumOf(sql`case when ${condition} then ${amountMinor} end`);
