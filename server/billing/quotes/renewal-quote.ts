/** Quotes of a subscription's next renewal. */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { ApiError } from '#server/domain/errors.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import type { Origin } from '../plan-changes/data/origins.ts';
import { settle } from '../plan-changes/rules/plan-change.ts';
import { periodOf } from '../subscriptions/rules/renewal.ts';
import { findQuote, insertQuote, type Quote } from './data/quotes.ts';
import { quoteMinutes } from './rules/quote-content.ts';

export const noRenewal = () =>
  new ApiError(400, 'The subscription will not be renewed', 'order', { code: 'wrong_status' });

/**
 * The quote of a subscription's next charge: the locked price with the tax of `now`, less its credit. A scheduled plan change
 * has its confirmed quote. Throws 400 if no charge is due.
 */
export async function createRenewalQuote(
  tx: Tx,
  { order, price }: Origin & { readonly order: StartedSubscription },
  changeQuoteId: string | null,
  now: Date,
): Promise<Quote> {
  const { merchantId, storeId, environment, currency } = order;
  const scheduled = changeQuoteId ? await findQuote(tx, { merchantId, storeId, quoteId: changeQuoteId }) : undefined;
  if (!order.nextChargeAt) throw noRenewal();
  // A confirmed quote is charged unchanged, at the end of the period.
  if (scheduled) return { ...scheduled, validUntil: order.nextChargeAt };
  const version = await requireVersion(tx, order, order.productVersionId);
  const charge = amountsOf(price, order.billingDetail, now, taxProvider());
  const next = periodOf(order, order.periodNumber + 1);
  const end = new Date(now.getTime() + quoteMinutes * 60_000);
  const isDueFirst = order.nextChargeAt > now && order.nextChargeAt < end;
  return await insertQuote(tx, {
    merchantId,
    storeId,
    environment,
    kind: 'renewal',
    checkoutSessionId: null,
    orderId: order.id,
    currency,
    content: {
      productId: order.productId,
      productName: version.name,
      charge,
      change: null,
      renewal: { amounts: charge, period: order.billingPeriod, at: next.end.toISOString(), trialDays: 0 },
      ...settle(charge, order.creditMinor),
    },
    validUntil: isDueFirst ? order.nextChargeAt : end,
    createdAt: now,
  });
}
