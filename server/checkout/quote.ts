/**
 * What a purchase costs this buyer at this address, today and at every renewal: reckoned when the page shows it, and
 * again when it is paid. Nobody is charged what they were not shown.
 */
import type { Database, Tx } from '../../db/client.ts';
import { type Amounts, amountsOf, formatTax } from '../domain/amounts.ts';
import { addDays, periodNames, periodStart } from '../domain/billing-calendar.ts';
import { type BillingDetail, billingDetail } from '../domain/billing-detail.ts';
import { formatMoney } from '../domain/money.ts';
import type { BillingPeriod } from '../domain/product.ts';
import { beginsWithTrial, trialDaysOf, trialPrice } from '../domain/trial.ts';
import { ApiError } from '../errors.ts';
import type { CheckoutSession } from '../queries/checkout-sessions.ts';
import { findSessionOrder, type Order } from '../queries/orders.ts';
import { requirePeriod, requireVersion } from '../queries/products.ts';
import { hasHadTrial, lockTrials, type TrialClaim } from '../queries/trials.ts';
import { type CheckoutAddress, findCheckout, knownBilling, requirePayable } from './address.ts';

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

/** What a session comes to for that buyer at `now`. `order`: the one it has made, if any. */
export async function reckonDue(
  tx: Tx,
  session: CheckoutSession,
  order: { id: string } | undefined,
  buyer: Buyer,
  now: Date,
): Promise<Due> {
  const amounts = amountsOf(session.price, buyer.billingDetail, now);
  if (session.productType === 'onetime') return { today: amounts, renewal: null };
  const version = await requireVersion(tx, session.storeId, session.productVersionId);
  const period = requirePeriod(version);
  const claim = claimOf(session, order, buyer.email);
  const isFirst = claim === undefined || !(await hasHadTrial(tx, claim));
  const trialDays = beginsWithTrial(session.withTrial, !isFirst) ? trialDaysOf(version) : 0;
  if (trialDays === 0)
    return { today: amounts, renewal: { amounts, period, at: periodStart(now, period, 1), trialDays } };
  const today = amountsOf(trialPrice(session.price), buyer.billingDetail, now);
  return { today, renewal: { amounts, period, at: addDays(now, trialDays), trialDays } };
}

/** The same, decided: until the transaction ends, no other purchase of that buyer's can take the same trial. */
export async function settleDue(tx: Tx, session: CheckoutSession, order: Order, buyer: Buyer, now: Date): Promise<Due> {
  const claim = claimOf(session, order, buyer.email);
  if (session.productType === 'subscription' && claim) await lockTrials(tx, claim);
  return await reckonDue(tx, session, order, buyer, now);
}

function claimOf(
  { storeId, environment, productId, buyerIdentity }: CheckoutSession,
  order: { id: string } | undefined,
  email: string | null,
): TrialClaim | undefined {
  const buyer = buyerIdentity ?? email;
  return buyer ? { storeId, environment, productId, buyer, orderId: order?.id } : undefined;
}

/** The billing detail in the fields as typed, with what the merchant said of a business; null while it is incomplete. */
export function readBilling(
  typed: { readonly country: string; readonly state: string; readonly postcode: string },
  prefilled: BillingDetail | null,
): BillingDetail | null {
  const detail = { ...prefilled, ...typed, isBusiness: prefilled?.isBusiness ?? false };
  return billingDetail().safeParse(detail).data ?? null;
}

/** What is due, ready to read. */
export interface Quote {
  readonly subtotal: string;
  /** "VAT 19%"; "Tax" where none is levied or none is known. */
  readonly taxName: string;
  /** Null until the address says what it is. */
  readonly tax: string | null;
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
}

/** 409 with what is due unless that is what was shown: it may have changed since, with the address or the buyer. */
export function requireShown(given: Shown | undefined, due: Due, session: CheckoutSession): void {
  const { totalMinor, renewalMinor } = shownOf(due);
  if (given?.totalMinor === totalMinor && given.renewalMinor === renewalMinor) return;
  const { total, renewal } = describeDue(due, session, true);
  const news = renewal ? `What is due has changed. ${renewal.terms}` : `The total is now ${total}.`;
  throw new ApiError(409, `${news} You have not been charged. Check it, then pay.`, 'payment', {
    details: { reason: 'total_changed' },
  });
}

/** What the purchase comes to for the buyer in a form that is still being filled in; 400 once it cannot be paid. */
export async function quoteCheckout(
  db: Database,
  address: CheckoutAddress,
  typed: { readonly email: string; readonly country: string; readonly state: string; readonly postcode: string },
  now: Date,
): Promise<Quote> {
  const { session } = await findCheckout(db, address);
  const order = await findSessionOrder(db, session);
  requirePayable(session, order, now);
  const billing = readBilling(typed, knownBilling(session, order));
  const buyer = { email: typed.email.trim() || null, billingDetail: billing };
  return describeDue(await reckonDue(db, session, order, buyer, now), session, billing !== null);
}

/** What is due, in the session's currency and language. */
export function describeDue(due: Due, { currency, language }: CheckoutSession, isTaxKnown: boolean): Quote {
  const { today, renewal } = due;
  const locale = language ?? 'en';
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  return {
    subtotal: money(today.subtotalMinor),
    taxName: formatTax(today),
    tax: isTaxKnown ? money(today.taxMinor) : null,
    total: money(today.totalMinor),
    renewal: renewal && {
      terms: describeTerms(today.totalMinor, renewal, money),
      total: money(renewal.amounts.totalMinor),
      on: formatDay(renewal.at, locale),
    },
    shown: shownOf(due),
  };
}

/** "$34.51 today, then every month." */
function describeTerms(
  todayMinor: number,
  { amounts, period, trialDays }: NonNullable<Due['renewal']>,
  money: (amountMinor: number) => string,
): string {
  const every = `every ${periodNames[period]}`;
  if (trialDays === 0) return `${money(todayMinor)} today, then ${every}.`;
  const days = trialDays === 1 ? '1 day' : `${trialDays} days`;
  const trial = todayMinor > 0 ? `${money(todayMinor)} for ${days}` : `Free for ${days}`;
  return `${trial}, then ${money(amounts.totalMinor)} ${every}.`;
}

/** A day as people read it; days begin and end in UTC, like the periods that they bound. */
export const formatDay = (moment: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
