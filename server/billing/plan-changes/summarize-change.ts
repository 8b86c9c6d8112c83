/** A plan change's quote for the merchant: amounts as text, times as ISO 8601. */
import { formatMoney } from '#server/domain/money.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { Quote } from '../quotes/data/quotes.ts';
import { describeTax } from '../wording/tax-words.ts';
import { type CreditLine, describeChange } from './describe-change.ts';
import type { ChangeTiming } from './rules/plan-change.ts';

export interface ChangeSummary {
  readonly fromPlan: string;
  readonly toPlan: string;
  readonly timing: ChangeTiming;
  readonly effectiveAt: string;
  /** The charge without tax, and the name and amount of its tax. */
  readonly subtotal: string;
  readonly taxName: string;
  readonly tax: string;
  /** What reduces the charge, as negative amounts, with the derivation of a credit for unused time. */
  readonly credits: readonly CreditLine[];
  /** The charge of the change; `isFree` without one. */
  readonly due: string;
  readonly isFree: boolean;
  /** The charge after that, before credit. */
  readonly nextCharge: string;
  readonly nextChargeAt: string;
  /** The credit that pays later charges; null if there is none. */
  readonly creditLeft: string | null;
}

export function summarizeChange(
  quote: Quote,
  { fromPlan, storeName }: { readonly fromPlan: string; readonly storeName: string },
): ChangeSummary {
  const { content, currency } = quote;
  const { charge, change: terms, renewal, dueMinor, creditLeftMinor } = content;
  if (!terms || !renewal) throw new Error('the quote is of no plan change');
  const { credits } = describeChange(quote, { fromPlan, storeName, taxIncluded: false }, englishVoice).change;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency);
  return {
    fromPlan,
    toPlan: content.productName,
    timing: terms.timing,
    effectiveAt: terms.effectiveAt,
    subtotal: money(charge.subtotalMinor),
    taxName: describeTax(charge, englishVoice),
    tax: money(charge.taxMinor),
    credits,
    due: money(dueMinor),
    isFree: dueMinor === 0,
    nextCharge: money(renewal.amounts.totalMinor),
    nextChargeAt: renewal.at,
    creditLeft: creditLeftMinor > 0 ? money(creditLeftMinor) : null,
  };
}
