/** What subscriptions bring in over a month and a year, whatever their periods. */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

/** How many periods a year has. */
const periodsInYear: Readonly<Record<BillingPeriod, number>> = { weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** What subscriptions charge for each period, in minor units, by the length of their periods. */
export type Recurring = Readonly<Partial<Record<BillingPeriod, number>>>;

/** What they bring in over a year (ARR): a weekly price 52 times, a yearly one once. */
export const yearlyMinor = (recurring: Recurring): number =>
  (Object.keys(periodsInYear) as BillingPeriod[]).reduce(
    (sum, period) => sum + (recurring[period] ?? 0) * periodsInYear[period],
    0,
  );

/** What they bring in each month (MRR): a twelfth of a year's, rounded once, half up. */
export const monthlyMinor = (recurring: Recurring): number => {
  const yearly = yearlyMinor(recurring);
  const rest = ((yearly % 12) + 12) % 12;
  return (yearly - rest) / 12 + (rest >= 6 ? 1 : 0);
};
