/** Plays the demo's 90 days of business, through the same actions, pay step and jobs as any order. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { requireCheckout } from '#server/checkout/address.ts';
import { payCheckout } from '#server/checkout/pay.ts';
import { quoteCheckout } from '#server/checkout/quote-checkout.ts';
import { ApiError } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { DashboardCaller } from '#server/platform/action.ts';
import { inStore, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { type DemoSale, demoProducts, demoSales } from './catalog.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** The demo's store and the account that acts for it. */
export interface DemoShop {
  readonly caller: DashboardCaller;
  readonly store: { readonly id: string; readonly merchantId: string; readonly slug: string };
}

/** Calls an action as the demo's merchant does from the dashboard. */
export async function callAction(
  db: Database,
  caller: DashboardCaller,
  name: string,
  body: Record<string, unknown>,
  now: Date,
): Promise<Record<string, unknown>> {
  const action = actions.get(name);
  if (!action) throw new Error(`no action ${name}`);
  const answer = await runAction(db, settings(), { action, caller, body, now });
  return (JSON.parse(answer.body) as { data: Record<string, unknown> }).data;
}

/** Creates the products, then goes from the oldest day to `now`: each day's sales, renewals, refunds and cancellations. */
export async function playDemo(db: Database, shop: DemoShop, now: Date): Promise<void> {
  const productIds = await createProducts(db, shop, new Date(now.getTime() - 90 * dayMs));
  const later: { daysAgo: number; run: (at: Date) => Promise<void> }[] = [];
  for (let daysAgo = 89; daysAgo >= 0; daysAgo -= 1) {
    const at = (minutes: number) => new Date(now.getTime() - daysAgo * dayMs - minutes * 60_000);
    const sales = demoSales.filter((sale) => sale.daysAgo === daysAgo);
    for (const [index, sale] of sales.entries()) {
      const orderId = await buy(db, shop, productIds[sale.product] ?? '', sale, at(600 - index * 95));
      if (!orderId) continue;
      if (sale.isRefunded) later.push({ daysAgo: daysAgo - 2, run: (then) => refund(db, shop, orderId, then) });
      if (sale.canceledAfter) {
        const run = (then: Date) => cancel(db, shop, 'subscription-order', orderId, then);
        later.push({ daysAgo: daysAgo - sale.canceledAfter, run });
      }
    }
    const scope = { merchantId: shop.caller.merchantId, storeId: shop.store.id };
    await endSubscriptions(db, at(20), scope);
    await renewSubscriptions(db, at(20), { scope });
    for (const { run } of later.filter((step) => step.daysAgo === daysAgo)) await run(at(10));
    await executeRefunds(db, at(5), { scope });
  }
}

async function createProducts(db: Database, { caller, store }: DemoShop, at: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const { published, picture, alt, ...content } of demoProducts) {
    const media = [{ type: 'image', url: `${settings().appUrl}/demo/${picture}.svg`, alt }];
    const resource = 'billingPeriod' in content ? 'subscription-product' : 'onetime-product';
    const body = { storeId: store.id, media, ...content };
    const { product } = await callAction(db, caller, `${resource}/create-product`, body, at);
    const { id } = product as { id: string };
    ids.push(id);
    if (published) await callAction(db, caller, `${resource}/publish-product`, { id }, at);
  }
  return ids;
}

/** Opens a checkout and pays it. Returns the order's id; undefined where the payment was declined. */
async function buy(db: Database, shop: DemoShop, productId: string, sale: DemoSale, at: Date) {
  const { caller, store } = shop;
  const { currency, country } = sale;
  const isSubscription = 'billingPeriod' in (demoProducts[sale.product] ?? {});
  const productType = isSubscription ? 'subscription' : 'onetime';
  const buyer = { email: `${sale.name}@example.com`, country, state: '', postcode: '' };
  const body = { storeId: store.id, productId, productType, currency, buyerEmail: buyer.email };
  const session = await callAction(db, caller, 'checkout/create-session', body, at);
  const sessionId = String(session.sessionId);
  if (sale.card) {
    const card = { cardNumber: sale.card, cardExpiry: `12 / ${(at.getUTCFullYear() + 4) % 100}`, cardCvc: '123' };
    const checkout = await requireCheckout(db, { storeSlug: store.slug, sessionId });
    const { shown } = await quoteCheckout(db, checkout, buyer, at, englishVoice);
    const isPaid = await payCheckout(db, checkout, { ...buyer, ...card, shown }, at).then(
      () => true,
      (refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.status === 400) return false;
        throw refusal;
      },
    );
    if (!isPaid) return undefined;
  } else {
    const billingDetail = { country, isBusiness: false };
    await callAction(db, caller, 'onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail }, at);
  }
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inStore(orders, scopeOfStore(shop.store)), eq(orders.checkoutSessionId, sessionId)));
  if (order && !sale.card) await cancel(db, shop, 'onetime-order', order.id, at);
  return order?.id;
}

async function cancel(
  db: Database,
  { caller }: DemoShop,
  resource: 'onetime-order' | 'subscription-order',
  orderId: string,
  at: Date,
): Promise<void> {
  await callAction(db, caller, `${resource}/cancel-order`, { orderId: toShortId('ORD', orderId) }, at);
}

async function refund(db: Database, { caller, store }: DemoShop, orderId: string, at: Date): Promise<void> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(inStore(payments, scopeOfStore(store)), eq(payments.orderId, orderId), eq(payments.status, 'succeeded')),
    );
  if (!payment) return;
  const body = { paymentId: toShortId('PAY', payment.id), reason: 'Bought by mistake' };
  await callAction(db, caller, 'refund/create-refund', body, at);
}
