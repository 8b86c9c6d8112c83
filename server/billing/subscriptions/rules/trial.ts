/** Trials of subscriptions. (decisions.md, "Subscriptions", "Money".) */
import type { Price } from '#server/catalog/rules/prices.ts';
import type { Metadata } from '#server/catalog/rules/product.ts';

/** Days of trial that a version gives: its `metadata.trialDays`; 0: none. */
export function trialDaysOf({ metadata }: { readonly metadata: Metadata }): number {
  const { trialDays } = metadata;
  return typeof trialDays === 'number' && Number.isInteger(trialDays) && trialDays > 0 ? trialDays : 0;
}

/** What the trial costs: the price's `trialAmountMinor`, or nothing. */
export const trialPrice = ({
  trialAmountMinor = 0,
  taxIncluded,
  taxCategory,
}: Price): Omit<Price, 'trialAmountMinor'> => ({ amountMinor: trialAmountMinor, taxIncluded, taxCategory });

/** Whether a session's purchase begins with a trial: as the session says, else the first time of that buyer. */
export const beginsWithTrial = (withTrial: boolean | null, hasHadTrial: boolean): boolean => withTrial ?? !hasHadTrial;
