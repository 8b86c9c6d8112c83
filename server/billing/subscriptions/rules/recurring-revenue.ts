/** Monthly and yearly recurring revenue. */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

/** The number of periods in a year. */
export const periodsInYear: Readonly<Record<BillingPeriod, number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

/** The sum of subscription prices per billing period, in minor units. */
export type Recurring = Readonly<Partial<Record<BillingPeriod, number>>>;

/** Yearly recurring revenue (ARR): a weekly price counts 52 times, a yearly one once. */
export const yearlyMinor = (recurring: Recurring): number =>
  (Object.keys(periodsInYear) as BillingPeriod[]).reduce(
    (sum, period) => sum + (recurring[period] ?? 0) * periodsInYear[period],
    0,
  );

/** Monthly recurring revenue (MRR): a twelfth of the yearly one, rounded once, half up. */
export const monthlyMinor = (recurring: Recurring): number => {
  const yearly = yearlyMinor(recurring);
  const rest = ((yearly % 12) + 12) % 12;
  return (yearly - rest) / 12 + (rest >= 6 ? 1 : 0);
};
