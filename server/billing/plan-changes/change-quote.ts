/** Binding quotes of plan changes. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/client.ts';
import { errors } from '#server/domain/errors.ts';
import type { CheckoutSession } from '../orders/checkout-sessions.ts';
import { insertQuote, type Quote } from '../quotes/data/quotes.ts';
import { quoteMinutes } from '../quotes/rules/quote-content.ts';
import { calculateChange, type PlanChange } from './change-terms.ts';
import { findOrigin, type OriginKey } from './data/origins.ts';
import { type LiveOrigin, requireChangeable } from './origin.ts';

/** The key of the subscription that a session changes. */
export const originKeyOfSession = ({ merchantId, storeId, originOrderId }: CheckoutSession): OriginKey => {
  if (!originOrderId) throw new Error('the session changes no subscription');
  return { merchantId, storeId, orderId: originOrderId };
};

/** The subscription that a session changes; throws 400 unless it can be changed. */
export async function requireOrigin(tx: Tx, session: CheckoutSession): Promise<LiveOrigin> {
  const origin = await findOrigin(tx, originKeyOfSession(session));
  if (!origin) throw errors.orderNotFound();
  return requireChangeable(origin);
}

/** Calculates and stores the quote of a plan change. It is valid for half an hour, at most until the period ends. */
export async function createChangeQuote(tx: Tx, change: PlanChange, now: Date): Promise<Quote> {
  const { session } = change;
  const origin = await requireOrigin(tx, session);
  const content = await calculateChange(tx, change, origin, now);
  const ends = [session.expiresAt, new Date(now.getTime() + quoteMinutes * 60_000)];
  if (origin.order.currentPeriodEnd > now) ends.push(origin.order.currentPeriodEnd);
  const { merchantId, storeId, environment, currency } = session;
  return await insertQuote(tx, {
    merchantId,
    storeId,
    environment,
    kind: 'plan_change',
    checkoutSessionId: session.id,
    orderId: origin.order.id,
    currency,
    content,
    validUntil: new Date(Math.min(...ends.map((end) => end.getTime()))),
    createdAt: now,
  });
}

/** Whether the quote of a plan change would be the same if it were made again for the moment of its creation. */
export async function isQuoteCurrent(tx: Tx, change: PlanChange, origin: LiveOrigin, quote: Quote): Promise<boolean> {
  const again = await calculateChange(tx, change, origin, quote.createdAt);
  return isDeepStrictEqual(JSON.parse(JSON.stringify(again)), quote.content);
}
