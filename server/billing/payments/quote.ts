/**
 * What a purchase costs this buyer at this address, today and at every renewal: reckoned when the page shows it, and
 * again when it is paid. Nobody is charged what they were not shown.
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
import type { Order } from '../orders/orders.ts';
import { hasHadTrial, lockTrials, type TrialClaim } from '../subscriptions/data/trials.ts';
import { beginsWithTrial, trialDaysOf, trialPrice } from '../subscriptions/rules/trial.ts';
import { describeTax, isReverseCharge } from '../wording/tax-words.ts';

/** Who buys, as far as that is known. */
interface Buyer {
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
}

/** What is due. Of a one-time purchase `today` is all there is. */
interface Due {
  readonly today: Amounts;
  readonly renewal: {
    readonly amounts: Amounts;
    readonly period: BillingPeriod;
    /** When the next charge falls if it begins now. */
    readonly at: Date;
    /** 0: it begins without a trial. */
    readonly trialDays: number;
  } | null;
}

/** What the buyer was shown, and is charged: minor units, today and at every renewal. */
export interface Shown {
  readonly totalMinor: number;
  readonly renewalMinor: number | null;
}

const shownOf = ({ today, renewal }: Due): Shown => ({
  totalMinor: today.totalMinor,
  renewalMinor: renewal?.amounts.totalMinor ?? null,
});

/**
 * What a session comes to for that buyer at `now`. `order`: the one it has made, if any. `known`: the version that it sells,
 * for callers that have read it.
 */
export async function reckonDue(
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
  // Asked only where the answer decides.
  const isOpen = offered > 0 && session.withTrial === null && claim !== undefined;
  const trialDays = beginsWithTrial(session.withTrial, isOpen && (await hasHadTrial(tx, claim))) ? offered : 0;
  if (trialDays === 0)
    return { today: amounts, renewal: { amounts, period, at: periodStart(now, period, 1), trialDays } };
  const today = amountsOf(trialPrice(session.price), buyer.billingDetail, now, taxProvider());
  return { today, renewal: { amounts, period, at: addDays(now, trialDays), trialDays } };
}

/** The same, decided: until the transaction ends, no other purchase of that buyer's can take the same trial. */
export async function settleDue(
  tx: Tx,
  session: CheckoutSession,
  order: Order,
  buyer: Buyer,
  now: Date,
  known?: ProductVersion,
): Promise<Due> {
  const claim = claimOf(session, order, buyer.email);
  if (session.productType === 'subscription' && claim) await lockTrials(tx, claim);
  return await reckonDue(tx, session, order, buyer, now, known);
}

function claimOf(
  { storeId, environment, productId, buyerIdentity }: CheckoutSession,
  order: { id: string } | undefined,
  email: string | null,
): TrialClaim | undefined {
  const buyer = buyerIdentity ?? email;
  return buyer ? { storeId, environment, productId, buyer, orderId: order?.id } : undefined;
}

/** An address as typed, and the business if one buys. */
export interface TypedBilling {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  /** Undefined where nobody was asked: then it is as the merchant said. */
  readonly isBusiness?: boolean | undefined;
  readonly businessName?: string;
  readonly taxId?: string;
}

const detail = billingDetail();

/** The billing detail in the fields as typed; null while it is incomplete. */
export function readBilling(typed: TypedBilling, prefilled: BillingDetail | null): BillingDetail | null {
  const { country, state, postcode } = typed;
  const { isBusiness = false, businessName, taxId } = typed.isBusiness === undefined ? (prefilled ?? {}) : typed;
  const business = isBusiness ? { isBusiness, businessName, taxId } : { isBusiness };
  return detail.safeParse({ country, state, postcode, ...business }).data ?? null;
}

/** What is due, ready to read. */
export interface Quote {
  readonly subtotal: string;
  /** "VAT 19%"; "Tax" where none is levied or none is known. */
  readonly taxName: string;
  /** Null until the address says what it is. */
  readonly tax: string | null;
  /** Whether the price contains it, so that the total is the price. */
  readonly isTaxIncluded: boolean;
  /** Whether the business that buys accounts for it itself. */
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
  readonly shown: Shown;
  /** What is wrong with a field that only the server can judge. */
  readonly problems: { readonly taxId?: string };
}

/** 409 with what is due unless that is what was shown: it may have changed since, with the address or the buyer. */
export function requireShown(given: Shown | undefined, due: Due, session: CheckoutSession, voice: Voice): void {
  const { totalMinor, renewalMinor } = shownOf(due);
  if (given?.totalMinor === totalMinor && given.renewalMinor === renewalMinor) return;
  const { total, renewal } = describeDue(due, session, null, voice);
  const news = renewal
    ? voice.say('errors.termsChanged', { terms: renewal.terms })
    : voice.say('errors.totalChanged', { total });
  throw new ApiError(409, news, 'payment', { details: { reason: 'total_changed' } });
}

/** What is due, in the session's currency and the buyer's language. */
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
    shown: shownOf(due),
    problems: billing && hasWrongTaxId(billing) ? { taxId: voice.say('problems.taxId') } : {},
  };
}

/** Whether a business gives a VAT number that cannot be one of its country. */
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
