/** The arithmetic of plan changes. (docs/behavior/plan-changes.md) */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { yearlyMinor } from '../../subscriptions/rules/recurring-revenue.ts';

export const changeTimings = ['immediate', 'next_period'] as const;
export type ChangeTiming = (typeof changeTimings)[number];

/** The price of a plan per period, in minor units. */
export interface PlanPrice {
  readonly amountMinor: number;
  readonly billingPeriod: BillingPeriod;
}

/** Whether a plan costs more in a year than another one, less, or the same. */
export function directionOf(from: PlanPrice, to: PlanPrice): 'upgrade' | 'downgrade' | 'same' {
  const yearly = ({ amountMinor, billingPeriod }: PlanPrice) => yearlyMinor({ [billingPeriod]: amountMinor });
  const difference = yearly(to) - yearly(from);
  if (difference === 0) return 'same';
  return difference > 0 ? 'upgrade' : 'downgrade';
}

/** When a change happens if the request does not say: an upgrade immediately, any other one at the period's end. */
export const defaultTiming = (from: PlanPrice, to: PlanPrice): ChangeTiming =>
  directionOf(from, to) === 'upgrade' ? 'immediate' : 'next_period';

/** The unused part of a period, in whole seconds. */
export interface UnusedTime {
  readonly unusedSeconds: number;
  readonly periodSeconds: number;
}

/** The unused time of a period at `now`; 0 after its end. A started second counts as used. */
export function unusedTimeOf({ start, end }: { readonly start: Date; readonly end: Date }, now: Date): UnusedTime {
  const secondsUntilEnd = (from: Date) => Math.floor((end.getTime() - from.getTime()) / 1000);
  const periodSeconds = Math.max(0, secondsUntilEnd(start));
  return { unusedSeconds: Math.min(periodSeconds, Math.max(0, secondsUntilEnd(now))), periodSeconds };
}

/** The share of an amount for the unused time, in minor units, halves rounded up. */
export function unusedShare(amountMinor: number, { unusedSeconds, periodSeconds }: UnusedTime): number {
  return periodSeconds === 0 ? 0 : proportion(amountMinor, unusedSeconds, periodSeconds);
}

/** How a charge is paid: with credit as far as it reaches, then with money. */
export interface Settlement {
  /** To pay with money, and the tax in it. */
  readonly dueMinor: number;
  readonly dueTaxMinor: number;
  /** Paid with credit, and the tax in it. Both parts add up to the charge. */
  readonly creditUsedMinor: number;
  readonly creditUsedTaxMinor: number;
  /** The rest of the credit. */
  readonly creditLeftMinor: number;
}

/** Settles a charge with a credit, both tax included. The tax is split in proportion. */
export function settle(charge: Pick<Amounts, 'totalMinor' | 'taxMinor'>, creditMinor: number): Settlement {
  const creditUsedMinor = Math.min(charge.totalMinor, creditMinor);
  const dueMinor = charge.totalMinor - creditUsedMinor;
  const dueTaxMinor = charge.totalMinor === 0 ? 0 : proportion(charge.taxMinor, dueMinor, charge.totalMinor);
  return {
    dueMinor,
    dueTaxMinor,
    creditUsedMinor,
    creditUsedTaxMinor: charge.taxMinor - dueTaxMinor,
    creditLeftMinor: creditMinor - creditUsedMinor,
  };
}

/** `amount × part / whole`, halves rounded up. */
export const proportion = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
