/** Plan changes by buyers in the portal. */
import { describe, expect, test } from 'vitest';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { newGroup, newSubscriptionProduct } from '#server/testing/api.ts';
import { changeOrderOf, changePlan, confirmWith, planAt, quoteOf } from '#server/testing/orders/plan-changes.ts';
import { messageOf, newPurchase, signInBrowser } from '#server/testing/orders/portal-visitor.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const changedAt = addDays(start, 11);
const noLongerPossible = 'This is no longer possible. The page shows the current status.';
const notFound = 'This does not exist, or you do not have access to it.';

/** A subscription at $31.00 in a group with plans at $62.00 and $10.00, and its buyer's browser. */
async function selfService({ selfServicePlanChange = true } = {}) {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  const { merchant, id, productId } = subscription;
  const pro = await newSubscriptionProduct(merchant, planAt('62.00', { name: 'Pro' }));
  const small = await newSubscriptionProduct(merchant, planAt('10.00', { name: 'Small' }));
  await newGroup(merchant, { productIds: [small.id, productId, pro.id], rules: { selfServicePlanChange } });
  await setClock(merchant, changedAt);
  const browser = await signInBrowser(merchant, 'buyer@example.com');
  const path = `/orders/${toShortId('ORD', id)}`;
  /** Chooses a plan and returns the session of its change. */
  const choose = async (chosen: { id: string }): Promise<string> => {
    const { body } = await browser.post(`${path.slice(1)}/plan`, { productId: chosen.id });
    return body.data.goTo.split('/').at(-1);
  };
  const confirm = async (sessionId: string) => {
    const { change } = await quoteOf(subscription, sessionId, changedAt);
    return await confirmWith(subscription, sessionId, change?.quoteId, changedAt);
  };
  return { subscription, merchant, pro, small, browser, path, choose, confirm };
}

describe('the plans of a subscription', () => {
  test('are offered in the order of the group, at the buyer’s price, with the current one marked', async () => {
    const { browser, path, pro, small } = await selfService();
    expect((await browser.page(path)).view).toMatchObject({ canChangePlan: true, newOrder: null, credit: null });
    const { kind, view } = await browser.page(`${path}/plan`);
    expect(kind).toBe('portal-plan');
    expect(view.plans).toEqual([
      { productId: small.id, name: 'Small', price: '$10.00 every month', note: null },
      { productId: null, name: 'Plan at 31.00', price: '$31.00 every month', note: 'Current plan' },
      { productId: pro.id, name: 'Pro', price: '$62.00 every month', note: null },
    ]);
  });

  test('lead to the confirmation of a change, which replaces the subscription', async () => {
    const { browser, path, pro, merchant, subscription, confirm } = await selfService();
    const { status, body } = await browser.post(`${path.slice(1)}/plan`, { productId: pro.id });
    expect(status).toBe(200);
    expect(body.data.goTo).toMatch(new RegExp(`^/${merchant.slug}/checkout/[0-9a-f-]{36}$`));
    const sessionId = body.data.goTo.split('/').at(-1);
    expect((await quoteOf(subscription, sessionId, changedAt)).total).toBe('$42.00');
    expect(await confirm(sessionId)).toEqual({ state: 'paid' });
    const newOrder = await changeOrderOf(sessionId);
    const id = toShortId('ORD', newOrder.id);
    const { view } = await browser.page(path);
    expect(view).toMatchObject({
      status: 'Ended',
      next: 'Changed to another plan',
      newOrder: { id, productName: 'Pro' },
      canChangePlan: false,
      canChangeCard: false,
      cancel: null,
    });
    expect((await browser.page(`/orders/${id}`)).view).toMatchObject({ productName: 'Pro', status: 'Active' });
    const { view: list } = await browser.page();
    expect(list.subscriptions).toMatchObject([{ id, productName: 'Pro' }]);
    expect(list.others).toMatchObject([{ productName: 'Plan at 31.00', next: 'Changed to another plan' }]);
  });

  test('are not offered if the group does not allow it, and choosing one is refused', async () => {
    const { browser, path, pro } = await selfService({ selfServicePlanChange: false });
    expect((await browser.page(path)).view).toMatchObject({ canChangePlan: false });
    expect((await browser.page(`${path}/plan`)).kind).toBe('portal-not-found');
    expect(messageOf(await browser.post(`${path.slice(1)}/plan`, { productId: pro.id }))).toEqual([403, notFound]);
  });

  test('are not offered without another plan on sale in the currency', async () => {
    const { browser, path, pro, small, merchant, subscription } = await selfService();
    await merchant.call('subscription-product/update-status', { id: pro.id, status: 'inactive' });
    await merchant.call('subscription-product/update-product', {
      id: small.id,
      name: 'Small',
      billingPeriod: 'monthly',
      prices: { EUR: { amount: '10.00' } },
    });
    expect((await browser.page(path)).view).toMatchObject({ canChangePlan: false });
    const { view } = await browser.page(`${path}/plan`);
    expect(view.plans).toMatchObject([{ productId: null, note: 'Current plan' }]);
    expect(messageOf(await browser.post(`${path.slice(1)}/plan`, { productId: pro.id }))).toEqual([
      400,
      noLongerPossible,
    ]);
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null });
  });

  test('include a current plan that is no longer on sale', async () => {
    const { browser, path, merchant, subscription } = await selfService();
    const { status } = await merchant.call('subscription-product/update-status', {
      id: subscription.productId,
      status: 'inactive',
    });
    expect(status).toBe(200);
    const { view } = await browser.page(`${path}/plan`);
    expect(view.plans.map(({ name }: { name: string }) => name)).toEqual(['Plan at 31.00', 'Small', 'Pro']);
  });

  test('are shown and changed by no other customer and in no other store', async () => {
    const { merchant, path, pro } = await selfService();
    const stranger = await signInBrowser(merchant, 'stranger@example.com');
    expect((await stranger.page(`${path}/plan`)).kind).toBe('portal-not-found');
    for (const step of ['plan', 'keep-plan']) {
      expect(messageOf(await stranger.post(`${path.slice(1)}/${step}`, { productId: pro.id }))).toEqual([
        404,
        notFound,
      ]);
    }
    const other = await selfService();
    const foreign = await other.browser.post(`${other.path.slice(1)}/plan`, { productId: pro.id });
    expect(messageOf(foreign)).toEqual([404, notFound]);
  });

  test('are not offered for a one-time order', async () => {
    const { merchant, pro } = await selfService();
    const order = await newPurchase(merchant, 'buyer@example.com');
    const browser = await signInBrowser(merchant, 'buyer@example.com');
    expect((await browser.page(`/orders/${order.id}`)).view).toMatchObject({ canChangePlan: false });
    expect((await browser.page(`/orders/${order.id}/plan`)).kind).toBe('portal-not-found');
    expect((await browser.post(`orders/${order.id}/plan`, { productId: pro.id })).status).toBe(400);
  });
});

describe('a scheduled change', () => {
  test('is shown on the subscription and undone there', async () => {
    const { browser, path, small, choose, confirm, subscription } = await selfService();
    const sessionId = await choose(small);
    expect(await confirm(sessionId)).toEqual({ state: 'scheduled' });
    const scheduled = { next: 'Changes to Small on February 1, 2026', hasScheduledPlan: true };
    expect((await browser.page(path)).view).toMatchObject({ status: 'Active', ...scheduled });
    const { view: plans } = await browser.page(`${path}/plan`);
    expect(plans.plans[0]).toMatchObject({ name: 'Small', note: scheduled.next });
    // Its own order is no order yet.
    const { view: list } = await browser.page();
    expect(list.others).toEqual([]);
    expect(list.subscriptions).toMatchObject([{ next: scheduled.next }]);
    const pending = await browser.page(`/orders/${toShortId('ORD', (await changeOrderOf(sessionId)).id)}`);
    expect(pending.view).toMatchObject({
      next: 'Small starts on February 1, 2026. Until then, you keep Plan at 31.00.',
      checkoutPath: null,
      cancel: null,
    });
    expect((await browser.post(`${path.slice(1)}/keep-plan`)).status).toBe(200);
    const { view } = await browser.page(path);
    expect(view).toMatchObject({ next: 'Renews on February 1, 2026 for $31.00.', hasScheduledPlan: false });
    expect(messageOf(await browser.post(`${path.slice(1)}/keep-plan`))).toEqual([400, noLongerPossible]);
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null });
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'canceled' });
    expect((await browser.page()).view.others).toEqual([]);
    const [event] = (await subscription.history()).filter(({ type }) => type === 'subscription.plan_change_undone');
    expect(event?.actor).toMatchObject({ kind: 'sessionToken', by: 'buyer@example.com' });
  });

  test('gives way to the cancellation of its subscription', async () => {
    const { browser, path, small, choose, confirm } = await selfService();
    await confirm(await choose(small));
    await browser.post(`${path.slice(1)}/cancel`);
    expect((await browser.page(path)).view).toMatchObject({
      next: 'Canceled. You can use it until February 1, 2026. You will not be charged again.',
      hasScheduledPlan: false,
    });
  });

  test('leaves the subscription to renew when its own order is canceled', async () => {
    const { small, choose, confirm, merchant, subscription } = await selfService();
    const sessionId = await choose(small);
    await confirm(sessionId);
    const { id } = await changeOrderOf(sessionId);
    await merchant.call('subscription-order/cancel-order', { orderId: toShortId('ORD', id) });
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null });
    await setClock(merchant, subscription.due);
    expect(await subscription.renew(subscription.due)).toBe(1);
  });
});

describe('credit', () => {
  /** A subscription at $310.00, changed after a day to $200.00 at once: $300.00 are credited. */
  async function downgraded() {
    const subscription = await newSubscription({ at: start, content: planAt('310.00') });
    const { merchant } = subscription;
    const at = addDays(start, 1);
    const sessionId = await changePlan(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
    const browser = await signInBrowser(merchant, 'buyer@example.com');
    const { id } = await changeOrderOf(sessionId);
    const page = async () => (await browser.page(`/orders/${toShortId('ORD', id)}`)).view;
    const oldPage = async () => (await browser.page(`/orders/${toShortId('ORD', subscription.id)}`)).view;
    return { subscription, merchant, browser, page, oldPage, renewsAt: periodStart(at, 'monthly', 1) };
  }

  test('is shown with its subscription, and with the payments that it pays and comes from', async () => {
    const { page, oldPage, subscription, merchant, renewsAt } = await downgraded();
    expect(await page()).toMatchObject({
      credit: '$100.00',
      payments: [{ amount: '$0.00', credit: '$200.00 paid with credit', method: null, canAskRefund: false }],
    });
    expect((await oldPage()).payments).toMatchObject([
      { amount: '$310.00', credit: null, credited: '$300.00 was credited when your plan changed.', canAskRefund: true },
    ]);
    await setClock(merchant, renewsAt);
    expect(await subscription.renew(renewsAt)).toBe(1);
    const { credit, payments } = await page();
    expect(credit).toBeNull();
    expect(payments[0]).toMatchObject({
      amount: '$100.00',
      credit: '$100.00 paid with credit',
      method: 'Visa •••• 4242',
      canAskRefund: true,
    });
  });

  test('is on the receipt of a payment of nothing and of a renewal, whose sums add up', async () => {
    const { page, subscription, merchant, browser, renewsAt } = await downgraded();
    const [changed] = (await page()).payments;
    const { view: receipt } = await browser.page(`/receipts/${changed.id}`);
    const sums = [
      { term: 'Subtotal', value: '$168.07' },
      { term: 'VAT 19%', value: '$31.93' },
      { term: 'Total', value: '$200.00' },
    ];
    expect(receipt).toMatchObject({
      line: { amount: '$168.07' },
      sums,
      credit: {
        term: 'Credit',
        value: '-$200.00',
        details: [
          'Unused time of Plan at 310.00: $300.00',
          '30 days of 31 days, at $310.00',
          '$100.00 of credit remains for your next charges.',
        ],
      },
      total: { value: '$0.00' },
    });
    expect(receipt.facts[3]).toEqual({ term: 'Payment method', value: 'Credit' });
    const pdf = await browser.get(`/receipts/${changed.id}.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await setClock(merchant, renewsAt);
    await subscription.renew(renewsAt);
    const [renewal] = (await page()).payments;
    expect((await browser.page(`/receipts/${renewal.id}`)).view).toMatchObject({
      sums,
      credit: { value: '-$100.00', details: [] },
      total: { value: '$100.00' },
    });
  });
});
