/** In a store's test environment every decision uses the store's clock, through every handler. */
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, methodChanges, orders, payments } from '#db/schema/index.ts';
import { periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import {
  baseUrl,
  customerHeaders,
  db,
  newGroup,
  newSession,
  newSubscriptionProduct,
  newWebhook,
  pay,
  post,
} from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { daysAfter, type FrozenMerchant, newFrozenMerchant, subscribe } from '#server/testing/test-clock.ts';

/** A store whose clock is 400 days ahead of real time. */
async function farAhead() {
  const merchant = await newFrozenMerchant();
  const at = daysAfter(merchant.at, 400);
  await merchant.advance(at);
  return { ...merchant, at };
}

const asJson = { Accept: 'application/json' };
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await (await fetch(`${baseUrl}${path}`, { headers: { ...asJson, ...headers } })).json()) as {
    testTime: string | null;
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
    content: any;
  };

const eventTimes = async (orderId: string) =>
  (await db.select().from(events).where(eq(events.objectId, orderId))).map(({ createdAt }) => createdAt.toISOString());

const germany = { country: 'DE', isBusiness: false };

/** Advances the clock by an hour and a minute. */
const anHourOn = (merchant: FrozenMerchant, at: string) =>
  merchant.advance(new Date(Date.parse(at) + 61 * 60_000).toISOString());

describe('the checkout', () => {
  test('keeps a session open until the store’s clock reaches its end', async () => {
    const merchant = await farAhead();
    const { sessionId, expiresAt } = await newSession(merchant, { expiresInSeconds: 3600 });
    expect(Date.parse(expiresAt) - Date.parse(merchant.at)).toBe(3_600_000);
    const path = `/${merchant.slug}/checkout/${sessionId}`;
    const before = await page(path);
    expect([before.content.view.state, before.testTime]).toEqual(['open', merchant.at]);
    const preview = () =>
      post(
        'checkout/preview-tax',
        { checkoutSessionId: sessionId, billingDetail: germany },
        { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' },
      );
    expect((await preview()).status).toBe(200);
    await anHourOn(merchant, merchant.at);
    expect((await page(path)).content.view.state).toBe('expired');
    expect((await preview()).body.errors[0].message).toBe('Checkout session has expired');
    await expect(pay(merchant, sessionId)).rejects.toThrow('expired');
    const late = await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail: germany,
    });
    expect(late.body.errors[0].message).toBe('Checkout session has expired');
  });

  test('dates a purchase by the clock and checks the card’s expiry against it', async () => {
    const merchant = await farAhead();
    const { sessionId } = await newSession(merchant);
    const printed = new Date(daysAfter(merchant.at, -60));
    const cardExpiry = `${printed.getUTCMonth() + 1} / ${printed.getUTCFullYear()}`;
    await expect(pay(merchant, sessionId, { cardExpiry })).rejects.toThrow('expired');
    await pay(merchant, sessionId);
    const order = await orderOf(sessionId);
    expect(order.completedAt?.toISOString()).toBe(merchant.at);
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
    expect([payment?.createdAt, payment?.succeededAt].map((when) => when?.toISOString())).toEqual([
      merchant.at,
      merchant.at,
    ]);
    expect(new Set(await eventTimes(order.id))).toEqual(new Set([merchant.at]));
  });

  test('expires an order created by a backend', async () => {
    const merchant = await farAhead();
    const { sessionId } = await newSession(merchant, { expiresInSeconds: 3600 });
    const orderInput = { checkoutSessionId: sessionId, billingDetail: germany };
    expect((await merchant.call('onetime-order/create-order', orderInput)).status).toBe(200);
    const order = await orderOf(sessionId);
    expect(order.createdAt.toISOString()).toBe(merchant.at);
    await anHourOn(merchant, merchant.at);
    const canceled = await merchant.call('onetime-order/cancel-order', { orderId: toShortId('ORD', order.id) });
    expect(canceled.body.errors[0].message).toBe('Only pending orders can be canceled');
  });
});

describe('subscriptions', () => {
  test('start, cancel and resume by the clock', async () => {
    const merchant = await farAhead();
    const sessionId = await subscribe(merchant);
    const { id, currentPeriodEnd } = await orderOf(sessionId);
    const orderId = toShortId('ORD', id);
    const end = periodStart(new Date(merchant.at), 'monthly', 1);
    expect(currentPeriodEnd).toEqual(end);
    await db.update(orders).set({ buyerIdentity: 'customer-1' }).where(eq(orders.id, id));
    const headers = await customerHeaders(merchant, 'customer-1');
    expect((await merchant.call('subscription-order/cancel-order', { orderId })).status).toBe(200);
    expect((await orderOf(sessionId)).canceledAt?.toISOString()).toBe(merchant.at);
    expect((await post('subscription-order/reactivate-order', { orderId }, headers)).status).toBe(200);
    expect((await orderOf(sessionId)).nextChargeAt).toEqual(end);
    await merchant.call('subscription-order/cancel-order', { orderId });
    await merchant.advance(daysAfter(end, 1));
    const late = await post('subscription-order/reactivate-order', { orderId }, headers);
    expect(late.body.errors[0].message).toBe('Only canceling subscriptions can be reactivated');
    expect(await orderOf(sessionId)).toMatchObject({ status: 'canceled', endedAt: end });
  });
});

describe('the portal', () => {
  const origin = new URL(baseUrl).origin;

  /** A buyer's browser, signed in. */
  async function signIn(merchant: FrozenMerchant, token: string) {
    const response = await fetch(`${baseUrl}/${merchant.slug}/portal/enter`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ token, environment: 'test' }),
    });
    expect(response.status).toBe(200);
    return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  }

  test('a visit lasts in real time; its changes are dated by the store’s clock', async () => {
    const merchant = await farAhead();
    const sessionId = await subscribe(merchant);
    const { id } = await orderOf(sessionId);
    await db.update(orders).set({ buyerIdentity: 'customer-2' }).where(eq(orders.id, id));
    const { Authorization } = await customerHeaders(merchant, 'customer-2');
    const Cookie = await signIn(merchant, Authorization.replace('Bearer ', ''));
    const orderPath = `/${merchant.slug}/portal/orders/${toShortId('ORD', id)}`;
    const shown = await page(orderPath, { Cookie });
    expect([shown.content.kind, shown.testTime]).toEqual(['portal-order', merchant.at]);
    const changed = await fetch(`${baseUrl}${orderPath}/card`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, Cookie },
      body: JSON.stringify({ cardNumber: '5555 5555 5555 4444', cardExpiry: '12 / 40', cardCvc: '123' }),
    });
    expect(changed.status, await changed.text()).toBe(200);
    const [change] = await db
      .select()
      .from(methodChanges)
      .where(eq(methodChanges.orderId, id))
      .orderBy(desc(methodChanges.createdAt), desc(methodChanges.id));
    expect(change?.createdAt.toISOString()).toBe(merchant.at);
    const canceled = await fetch(`${baseUrl}${orderPath}/cancel`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, Cookie },
      body: '{}',
    });
    expect(canceled.status).toBe(200);
    expect((await orderOf(sessionId)).canceledAt?.toISOString()).toBe(merchant.at);
  });

  test('shows no time on prod pages and pages of stores without a clock', async () => {
    const merchant = await newFrozenMerchant();
    expect((await page(`/${merchant.slug}/portal`)).testTime).toBeNull();
    expect((await page(`/${merchant.slug}/portal?environment=test`)).testTime).toBe(merchant.at);
    await merchant.call('test-clock/reset', { storeId: merchant.storeId });
    expect((await page(`/${merchant.slug}/portal?environment=test`)).testTime).toBeNull();
  });
});

test('catalog changes ignore the clock: products also belong to prod', async () => {
  const merchant = await farAhead();
  const product = await newSubscriptionProduct(merchant);
  const group = await newGroup(merchant, { productIds: [product.id] });
  const webhook = await newWebhook(merchant);
  const renamed = await merchant.call('subscription-product/update-product', { id: product.id, name: 'Renamed' });
  const store = await merchant.call('store/update-store', { id: merchant.storeId, name: 'Renamed' });
  for (const { updatedAt } of [group, webhook, renamed.body.data.product, store.body.data.store]) {
    expect(Math.abs(Date.parse(updatedAt) - Date.now())).toBeLessThan(24 * 3600 * 1000);
  }
});

test('shows the time in the reader’s language', async () => {
  const merchant = await newFrozenMerchant();
  const { sessionId } = await newSession(merchant);
  const read = async (language: string) =>
    await (await fetch(`${baseUrl}/${merchant.slug}/checkout/${sessionId}?language=${language}`)).text();
  const time = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
      new Date(merchant.at),
    );
  expect(await read('en')).toContain(`Test clock: ${time('en')} (UTC)`);
  expect(await read('de')).toContain(`Testuhr: ${time('de')} (UTC)`);
});
