/** Quotes of purchases. */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import { type Buyer, calculateDue, type Due } from '../payments/purchase-due.ts';
import { settle } from '../plan-changes/rules/plan-change.ts';
import { insertQuote, type Quote } from './data/quotes.ts';
import { type QuoteContent, quoteMinutes } from './rules/quote-content.ts';

/** Calculates and stores the quote of a purchase by that buyer. It is valid for half an hour. */
export async function createPurchaseQuote(
  tx: Tx,
  session: CheckoutSession,
  order: { readonly id: string } | undefined,
  buyer: Buyer,
  now: Date,
): Promise<Quote> {
  const version = await requireVersion(tx, session, session.productVersionId);
  const due = await calculateDue(tx, session, order, buyer, now);
  const { merchantId, storeId, environment, currency } = session;
  const end = new Date(now.getTime() + quoteMinutes * 60_000);
  return await insertQuote(tx, {
    merchantId,
    storeId,
    environment,
    kind: 'purchase',
    checkoutSessionId: session.id,
    orderId: null,
    currency,
    content: contentOf(session, version, due),
    validUntil: session.expiresAt < end ? session.expiresAt : end,
    createdAt: now,
  });
}

const contentOf = (session: CheckoutSession, version: ProductVersion, { today, renewal }: Due): QuoteContent => ({
  productId: session.productId,
  productName: version.name,
  charge: today,
  change: null,
  renewal: renewal && { ...renewal, at: renewal.at.toISOString() },
  ...settle(today, 0),
});
