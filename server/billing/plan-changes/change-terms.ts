/** Calculates what a plan change costs. (docs/behavior/plan-changes.md) */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { type Amounts, withTax } from '#server/domain/amounts.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import { calculatePurchase } from '../payments/purchase-due.ts';
import type { ChangeTerms, QuoteContent, UnusedCredit } from '../quotes/rules/quote-content.ts';
import { paidTimeOf } from '../subscriptions/rules/renewal.ts';
import type { Origin } from './data/origins.ts';
import type { LiveOrigin } from './origin.ts';
import { proportion, settle, unusedShare, unusedTimeOf } from './rules/plan-change.ts';

/** A plan change: its session, and its own order if it has one. */
export interface PlanChange {
  readonly session: CheckoutSession;
  readonly order: { readonly id: string } | undefined;
}

/**
 * The quote of a plan change at `now`. An immediate change begins a new period and credits the unused time of the current
 * one; a change at the period's end has nothing to credit. A past due period has not been paid: the new plan begins where
 * the paid time ended. Both sides use the tax rates of `now`.
 */
export async function calculateChange(
  tx: Tx,
  { session, order }: PlanChange,
  origin: LiveOrigin,
  now: Date,
): Promise<QuoteContent> {
  // The subscription can become past due while the page is open.
  const isPastDue = origin.order.status === 'past_due';
  const timing = isPastDue ? 'immediate' : (session.changeTiming ?? 'immediate');
  const effectiveAt = timing === 'immediate' ? startOfChange(origin, now) : origin.order.currentPeriodEnd;
  const buyer = { email: origin.order.buyerEmail, billingDetail: origin.order.billingDetail };
  const { today, renewal } = await calculatePurchase(tx, session, order, buyer, { now, start: effectiveAt });
  const { name: productName } = await requireVersion(tx, session, session.productVersionId);
  const unused = timing === 'immediate' && session.changeCreditMinor === null ? creditForUnused(origin, now) : null;
  const { changeAmountMinor, changeCreditMinor } = session;
  const charge = changeAmountMinor === null ? today : amountsIn(changeAmountMinor, today);
  const credited = changeAmountMinor === null ? unused : null;
  const granted = changeCreditMinor === null ? credited : merchantCredit(changeCreditMinor, charge);
  const change: ChangeTerms = {
    timing,
    effectiveAt: effectiveAt.toISOString(),
    periodNumber: origin.order.periodNumber,
    unused: credited,
    creditOverrideMinor: changeCreditMinor,
    amountOverrideMinor: changeAmountMinor,
    grantedMinor: granted?.creditMinor ?? 0,
    grantedTaxMinor: granted?.taxMinor ?? 0,
    balanceMinor: origin.order.creditMinor,
    ...(origin.order.status === 'canceling' && { undoesCancellation: true as const }),
  };
  return {
    productId: session.productId,
    productName,
    charge,
    change,
    renewal: renewal && { ...renewal, at: renewal.at.toISOString() },
    // The merchant's own amount is charged unchanged: the balance stays.
    ...(changeAmountMinor === null
      ? settle(charge, change.grantedMinor + change.balanceMinor)
      : keepBalance(charge, change)),
  };
}

/** The start of the new plan's first period, if the change happens now. */
const startOfChange = ({ order: { currentPeriodEnd } }: LiveOrigin, now: Date): Date =>
  currentPeriodEnd < now ? currentPeriodEnd : now;

const keepBalance = (charge: Amounts, { balanceMinor }: ChangeTerms) => ({
  ...settle(charge, 0),
  creditLeftMinor: balanceMinor,
});

/** A merchant's amount, tax included, at the rate of the new price. */
const amountsIn = (amountMinor: number, { taxRateMillionths, taxName }: Amounts): Amounts => {
  const tax = { rateMillionths: taxRateMillionths, name: taxName, reverseCharge: false };
  return { ...withTax({ amountMinor, taxIncluded: true }, tax), taxName };
};

const merchantCredit = (creditMinor: number, charge: Amounts) => ({
  creditMinor,
  taxMinor: amountsIn(creditMinor, charge).taxMinor,
});

const paidMinorOf = (paid: Origin['paid']): number => (paid ? paid.amountMinor + paid.creditUsedMinor : 0);

/** What was paid for the current period with money or credit, and not refunded. */
export const periodValueOf = ({ paid, refundedMinor }: Pick<Origin, 'paid' | 'refundedMinor'>): number =>
  Math.max(0, paidMinorOf(paid) - refundedMinor);

/** The credit for the unused time of the current period, at the value that was paid for it and not refunded. */
function creditForUnused({ order, price, paid, refundedMinor }: LiveOrigin, now: Date): UnusedCredit {
  const time = unusedTimeOf(paidTimeOf(order, order.periodNumber), now);
  const paidMinor = paidMinorOf(paid);
  const paidTaxMinor = paid ? paid.taxMinor + paid.creditUsedTaxMinor : 0;
  const periodValueMinor = periodValueOf({ paid, refundedMinor });
  const netMinor = paidMinor === 0 ? 0 : proportion(paidMinor - paidTaxMinor, periodValueMinor, paidMinor);
  const tax =
    order.billingDetail && taxProvider().taxFor({ billing: order.billingDetail, taxCategory: price.taxCategory, now });
  const { taxIncluded } = price;
  const amountMinor = unusedShare(taxIncluded ? periodValueMinor : netMinor, time);
  const { totalMinor, taxMinor } = withTax({ amountMinor, taxIncluded }, tax);
  return { ...time, periodValueMinor, creditMinor: totalMinor, taxMinor };
}
