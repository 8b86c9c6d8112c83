/**
 * The price of a purchase for one buyer at one address, today and at every renewal. It is calculated for display and again
 * for the payment, which has to match the displayed amounts.
 */
import type { Tx } from '#db/client.ts';
import { type ProductVersion, requireVersion } from '#server/catalog/products.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { type Amounts, amountsOf } from '#server/domain/amounts.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { type BillingDetail, billingDetail } from '#server/domain/billing-detail.ts';
import { ApiError } from '#server/domain/errors.ts';
import { formatMoney } from '#server/domain/money.ts';
import { checkTaxId } from '#server/domain/vat-number.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import { hasHadTrial, lockTrials, type TrialClaim } from '../subscriptions/data/trials.ts';
import { startsWithTrial, trialDaysOf, trialPrice } from '../subscriptions/rules/trial.ts';
import { describeTax, isReverseCharge } from '../wording/tax-words.ts';

/** The known details of the buyer. */
interface Buyer {
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
}

/** The amounts due. A one-time purchase has `today` only. */
interface Due {
  readonly today: Amounts;
  readonly renewal: {
    readonly amounts: Amounts;
    readonly period: BillingPeriod;
    /** The next charge, if the subscription starts now. */
    readonly at: Date;
    /** 0 without a trial. */
    readonly trialDays: number;
  } | null;
}

/** The amounts that the buyer was shown, in minor units: today and at every renewal. */
export interface ShownAmounts {
  readonly totalMinor: number;
  readonly renewalMinor: number | null;
}

const shownAmountsOf = ({ today, renewal }: Due): ShownAmounts => ({
  totalMinor: today.totalMinor,
  renewalMinor: renewal?.amounts.totalMinor ?? null,
});

/**
 * The amounts due for a session and a buyer at `now`. `order` is the session's order, if there is one; `known` its product
 * version, if the caller has loaded it.
 */
export async function calculateDue(
  tx: Tx,
  session: CheckoutSession,
  order: { id: string } | undefined,
  buyer: Buyer,
  now: Date,
  known?: ProductVersion,
): Promise<Due> {
  const amounts = amountsOf(session.price, buyer.billingDetail, now, taxProvider());
  if (session.productType === 'onetime') return { today: amounts, renewal: null };
  const version = known ?? (await requireVersion(tx, session.storeId, session.productVersionId));
  const period = requireBillingPeriod(version);
  const offered = trialDaysOf(version);
  const claim = claimOf(session, order, buyer.email);
  // Query the buyer's trials only if the result matters.
  const isOpen = offered > 0 && session.withTrial === null && claim !== undefined;
  const trialDays = startsWithTrial(session.withTrial, isOpen && (await hasHadTrial(tx, claim))) ? offered : 0;
  if (trialDays === 0)
    return { today: amounts, renewal: { amounts, period, at: periodStart(now, period, 1), trialDays } };
  const today = amountsOf(trialPrice(session.price), buyer.billingDetail, now, taxProvider());
  return { today, renewal: { amounts, period, at: addDays(now, trialDays), trialDays } };
}

/** Like {@link calculateDue}, with a lock on the trial: no concurrent purchase of the buyer can take it. */
export async function calculateDueWithTrialLock(
  tx: Tx,
  session: CheckoutSession,
  order: { id: string } | undefined,
  buyer: Buyer,
  now: Date,
  known?: ProductVersion,
): Promise<Due> {
  const claim = claimOf(session, order, buyer.email);
  if (session.productType === 'subscription' && claim) await lockTrials(tx, claim);
  return await calculateDue(tx, session, order, buyer, now, known);
}

function claimOf(
  { storeId, environment, productId, buyerIdentity }: CheckoutSession,
  order: { id: string } | undefined,
  email: string | null,
): TrialClaim | undefined {
  const buyer = buyerIdentity ?? email;
  return buyer ? { storeId, environment, productId, buyer, orderId: order?.id } : undefined;
}

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
  if (days === 0) return say(`due.terms.${period}`, { total });
  const renewal = money(amounts.totalMinor);
  if (todayMinor === 0) return say(`due.freeTrial.${period}`, { days, renewal });
  return say(`due.paidTrial.${period}`, { days, renewal, total });
}
