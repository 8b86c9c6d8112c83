/**
 * The price of a purchase for one buyer at one address, today and at every renewal. It is calculated for display and again
 * for the payment, which has to match the displayed amounts.
 */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { type Amounts, amountsOf } from '#server/domain/amounts.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import { findLiveSubscription, type LiveSubscription } from '../subscriptions/data/live-subscriptions.ts';
import { hasHadTrial, lockTrials, type TrialClaim } from '../subscriptions/data/trials.ts';
import { startsWithTrial, trialDaysOf, trialPrice } from '../subscriptions/rules/trial.ts';

/** The known details of the buyer. */
export interface Buyer {
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
}

/** The amounts due. A one-time purchase has `today` only. */
export interface Due {
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

export const shownAmountsOf = ({ today, renewal }: Due): ShownAmounts => ({
  totalMinor: today.totalMinor,
  renewalMinor: renewal?.amounts.totalMinor ?? null,
});

/** The amounts due for a session and a buyer at `now`. `order` is the session's order, if there is one. */
export const calculateDue = (
  tx: Tx,
  session: CheckoutSession,
  order: { id: string } | undefined,
  buyer: Buyer,
  now: Date,
): Promise<Due> => calculatePurchase(tx, session, order, buyer, { now, start: now });

/** The same for a first period that begins at `start`, with the tax of `now`. */
export async function calculatePurchase(
  tx: Tx,
  session: CheckoutSession,
  order: { readonly id: string } | undefined,
  buyer: Buyer,
  { now, start }: { readonly now: Date; readonly start: Date },
): Promise<Due> {
  const amounts = amountsOf(session.price, buyer.billingDetail, now, taxProvider());
  if (session.productType === 'onetime') return { today: amounts, renewal: null };
  const version = await requireVersion(tx, session, session.productVersionId);
  const period = requireBillingPeriod(version);
  const offered = trialDaysOf(version);
  const claim = claimOf(session, order, buyer.email);
  // Query the buyer's trials only if the result matters.
  const isOpen = offered > 0 && session.withTrial === null && claim !== undefined;
  const trialDays = startsWithTrial(session.withTrial, isOpen && (await hasHadTrial(tx, claim))) ? offered : 0;
  if (trialDays === 0)
    return { today: amounts, renewal: { amounts, period, at: periodStart(start, period, 1), trialDays } };
  const today = amountsOf(trialPrice(session.price), buyer.billingDetail, now, taxProvider());
  return { today, renewal: { amounts, period, at: addDays(start, trialDays), trialDays } };
}

/** Like {@link calculateDue}, with a lock on the trial: no concurrent purchase of the buyer can take it. */
export async function calculateDueWithTrialLock(
  tx: Tx,
  session: CheckoutSession,
  order: { id: string } | undefined,
  buyer: Buyer,
  now: Date,
): Promise<Due> {
  const claim = claimOf(session, order, buyer.email);
  if (session.productType === 'subscription' && claim) await lockTrials(tx, claim);
  return await calculateDue(tx, session, order, buyer, now);
}

/**
 * The subscription of the buyer that rules out the purchase or plan change. Locks for a change; call it for a purchase with
 * the lock of {@link calculateDueWithTrialLock}.
 */
export async function findRivalSubscription(
  tx: Tx,
  session: CheckoutSession,
  order: { readonly id: string } | undefined,
  email: string | null,
): Promise<LiveSubscription | undefined> {
  const claim = claimOf(session, order, email);
  if (session.productType !== 'subscription' || !claim) return undefined;
  if (session.originOrderId) await lockTrials(tx, claim);
  return await findLiveSubscription(tx, claim, session.originOrderId);
}

function claimOf(
  { merchantId, storeId, environment, productId, buyerIdentity }: CheckoutSession,
  order: { id: string } | undefined,
  email: string | null,
): TrialClaim | undefined {
  if (!buyerIdentity && !email) return undefined;
  return { merchantId, storeId, environment, productId, identity: buyerIdentity, email, orderId: order?.id };
}
