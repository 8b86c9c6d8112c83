/** Trials of subscriptions. (decisions.md, "Subscriptions", "Money".) */
import type { Price } from '#server/catalog/rules/prices.ts';
import type { Metadata } from '#server/catalog/rules/product.ts';

/** The trial days of a product version, from `metadata.trialDays`; 0 without a trial. */
export function trialDaysOf({ metadata }: { readonly metadata: Metadata }): number {
  const { trialDays } = metadata;
  return typeof trialDays === 'number' && Number.isInteger(trialDays) && trialDays > 0 ? trialDays : 0;
}

/** The price of the trial: `trialAmountMinor`, or zero. */
export const trialPrice = ({
  trialAmountMinor = 0,
  taxIncluded,
  taxCategory,
}: Price): Omit<Price, 'trialAmountMinor'> => ({ amountMinor: trialAmountMinor, taxIncluded, taxCategory });

/** Whether a purchase starts with a trial: as its session says, otherwise if the buyer has not had one. */
export const startsWithTrial = (withTrial: boolean | null, hasHadTrial: boolean): boolean => withTrial ?? !hasHadTrial;
