/** Quotes of purchases for display, and the check of the displayed amounts before a payment. */
import { type BillingDetail, billingDetail } from '#server/domain/billing-detail.ts';
import { ApiError } from '#server/domain/errors.ts';
import { formatMoney } from '#server/domain/money.ts';
import { checkTaxId } from '#server/domain/vat-number.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import type { ChangeText } from '../plan-changes/describe-change.ts';
import { describeTax, isReverseCharge } from '../wording/tax-words.ts';
import { type Due, type ShownAmounts, shownAmountsOf } from './purchase-due.ts';

export type { ShownAmounts };

/** A billing address as typed, with business details. */
export interface TypedBilling {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  /** Undefined if the form has no such field: the merchant's prefilled value applies. */
  readonly isBusiness?: boolean | undefined;
  readonly businessName?: string;
  readonly taxId?: string;
}

const detail = billingDetail();

/** The billing detail of the typed fields; null while it is incomplete. */
export function readBilling(typed: TypedBilling, prefilled: BillingDetail | null): BillingDetail | null {
  const { country, state, postcode } = typed;
  const { isBusiness = false, businessName, taxId } = typed.isBusiness === undefined ? (prefilled ?? {}) : typed;
  const business = isBusiness ? { isBusiness, businessName, taxId } : { isBusiness };
  return detail.safeParse({ country, state, postcode, ...business }).data ?? null;
}

/** The amounts due, formatted for display. */
export interface Quote {
  readonly subtotal: string;
  /** "VAT 19%"; "Tax" if there is none, or while it is unknown. */
  readonly taxName: string;
  /** Null until the address is known. */
  readonly tax: string | null;
  /** Whether the price includes the tax, so that it equals the total. */
  readonly isTaxIncluded: boolean;
  /** Whether the buyer's business accounts for the tax. */
  readonly isReverseCharge: boolean;
  /** Due today. */
  readonly total: string;
  readonly renewal: {
    /** "Free for 14 days, then $34.51 every month." */
    readonly terms: string;
    readonly total: string;
    /** The day of the next charge. */
    readonly on: string;
  } | null;
  readonly shown: ShownAmounts;
  /** Of a plan change. */
  readonly change?: ChangeText;
  /** Messages for fields that only the server can validate. */
  readonly problems: { readonly taxId?: string };
}

/** Throws 409 with the amounts due unless they equal the displayed ones. */
export function requireShownAmounts(
  shown: ShownAmounts | undefined,
  due: Due,
  session: CheckoutSession,
  voice: Voice,
): void {
  const { totalMinor, renewalMinor } = shownAmountsOf(due);
  if (shown?.totalMinor === totalMinor && shown.renewalMinor === renewalMinor) return;
  const { total, renewal } = describeDue(due, session, null, voice);
  const message = renewal
    ? voice.say('errors.termsChanged', { terms: renewal.terms })
    : voice.say('errors.totalChanged', { total });
  throw new ApiError(409, message, 'payment', { details: { reason: 'total_changed' } });
}

/** Formats the amounts due in the session's currency and the buyer's language. */
export function describeDue(
  due: Due,
  { currency, price }: { readonly currency: string; readonly price: { readonly taxIncluded: boolean } },
  billing: BillingDetail | null,
  voice: Voice,
): Quote {
  const { today, renewal } = due;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, voice.locale);
  return {
    subtotal: money(today.subtotalMinor),
    taxName: describeTax(today, voice),
    tax: billing && money(today.taxMinor),
    isTaxIncluded: price.taxIncluded && today.taxRateMillionths > 0,
    isReverseCharge: isReverseCharge(today),
    total: money(today.totalMinor),
    renewal: renewal && {
      terms: describeTerms(today.totalMinor, renewal, money, voice),
      total: money(renewal.amounts.totalMinor),
      on: formatDay(renewal.at, voice.locale),
    },
    shown: shownAmountsOf(due),
    problems: billing && hasWrongTaxId(billing) ? { taxId: voice.say('problems.taxId') } : {},
  };
}

/** Whether a business has a VAT number that is invalid in its country. */
export const hasWrongTaxId = ({ country, isBusiness, taxId }: BillingDetail): boolean =>
  checkTaxId(country, isBusiness, taxId) === 'invalid';

/** "$34.51 today, then every month." */
function describeTerms(
  todayMinor: number,
  { amounts, period, trialDays: days }: NonNullable<Due['renewal']>,
  money: (amountMinor: number) => string,
  { say }: Voice,
): string {
  const total = money(todayMinor);
  const per = say(`due.per.${period}`);
  if (days === 0) return say('due.terms', { total, every: say(`due.every.${period}`), per });
  const renewal = money(amounts.totalMinor);
  if (todayMinor === 0) return say('due.freeTrial', { days, renewal, per });
  return say('due.paidTrial', { days, renewal, total, per });
}
