/** The content of a quote: amounts in minor units, tax included unless a name says otherwise. */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import type { ChangeTiming, Settlement, UnusedTime } from '../../plan-changes/rules/plan-change.ts';

export const quoteKinds = ['purchase', 'plan_change', 'renewal'] as const;
export type QuoteKind = (typeof quoteKinds)[number];

/** The credit for the unused time of the current period, and what it was calculated from. */
export interface UnusedCredit extends UnusedTime {
  /** The value of the whole period: paid with money or credit, and not refunded. */
  readonly periodValueMinor: number;
  readonly creditMinor: number;
  readonly taxMinor: number;
}

/** The terms of a plan change. Times are ISO 8601. */
export interface ChangeTerms {
  readonly timing: ChangeTiming;
  readonly effectiveAt: string;
  /** The period of the subscription that the change ends. */
  readonly periodNumber: number;
  readonly unused: UnusedCredit | null;
  /** The merchant's credit instead of the unused time's. */
  readonly creditOverrideMinor: number | null;
  /** The merchant's amount instead of the plan's price. */
  readonly amountOverrideMinor: number | null;
  /** The credit that the change grants, for unused time or by the merchant, and the tax in it. */
  readonly grantedMinor: number;
  readonly grantedTaxMinor: number;
  /** The subscription's credit before the change. */
  readonly balanceMinor: number;
  /** Set if the subscription was canceled before: then it ends with its period if a scheduled change fails. */
  readonly undoesCancellation?: true;
}

export interface QuoteContent extends Settlement {
  readonly productId: string;
  readonly productName: string;
  /** The price today: of the period, the trial or the one-time product, before credit. */
  readonly charge: Amounts;
  readonly change: ChangeTerms | null;
  /** Null for a one-time product. */
  readonly renewal: {
    readonly amounts: Amounts;
    readonly period: BillingPeriod;
    /** The next charge after this one, ISO 8601. */
    readonly at: string;
    readonly trialDays: number;
  } | null;
}

/** How long a quote can be paid. */
export const quoteMinutes = 30;
