/** Pauses from the request to the next charges, on the store clock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { db, newSubscriptionProduct } from '#server/testing/api.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { cards, newSubscription } from '#server/testing/orders/subscriptions.ts';
import { daysAfter, newFrozenMerchant, providerBalanceOf, subscribe } from '#server/testing/test-clock.ts';
import { parseStartedSubscription } from '../orders/rules/order.ts';
import { periodOf } from './rules/renewal.ts';

const dayMs = 86_400_000;
const monthsAfter = (at: string | Date, months: number) => periodStart(new Date(at), 'monthly', months);
const trial = { metadata: { trialDays: 14 } };

/** A subscription in a store with a test clock. */
async function subscribed(content: object = {}) {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant, cards.good, content);
  const orderId = toShortId('ORD', (await orderOf(sessionId)).id);
  const succeed = async (action: string, fields: object = {}) => {
    const { status, body, text } = await merchant.call(`subscription-order/${action}`, { orderId, ...fields });
    if (status !== 200) throw new Error(text);
    return body.data;
  };
  return {
    merchant,
    orderId,
    at: merchant.at,
    advance: (to: string | Date) => merchant.advance(new Date(to).toISOString()),
    pause: (resumesAt?: string) => succeed('pause-order', resumesAt ? { resumesAt } : {}),
    resume: () => succeed('resume-order'),
    cancel: () => succeed('cancel-order'),
    order: () => orderOf(sessionId),
    payments: () => paymentsOf(sessionId),
  };
}

test('charges nothing and sends no reminder while paused, and continues from the same point', async () => {
  const { at, advance, pause, resume, order, payments } = await subscribed();
  await advance(daysAfter(at, 10));
  await pause();
  expect(await order()).toMatchObject({ status: 'active', nextChargeAt: null, remindAt: null });
  const { timeline } = await advance(daysAfter(at, 100));
  expect(timeline).toEqual([]);
  await resume();
  const end = new Date(daysAfter(monthsAfter(at, 1), 90));
  expect(await order()).toMatchObject({
    status: 'active',
    periodNumber: 1,
    pausedAt: null,
    currentPeriodStart: new Date(at),
    currentPeriodEnd: end,
    nextChargeAt: end,
    remindAt: addDays(end, -3),
  });
  const later = await advance(monthsAfter(end, 1));
  expect(later.timeline.filter(({ type }) => type === 'subscription.renewed').map((entry) => entry.at)).toEqual([
    end.toISOString(),
    monthsAfter(end, 1).toISOString(),
  ]);
  expect(await order()).toMatchObject({ periodNumber: 3, currentPeriodStart: monthsAfter(end, 1) });
  expect((await payments()).map(({ periodNumber }) => periodNumber)).toEqual([1, 2, 3]);
});

test('resumes by itself at the planned time', async () => {
  const { at, advance, pause, order } = await subscribed();
  await pause(daysAfter(at, 45));
  const { timeline, testClock } = await advance(daysAfter(at, 60));
  expect(timeline.map((entry) => [entry.at, entry.summary])).toEqual([[daysAfter(at, 45), 'Subscription resumed']]);
  const end = new Date(daysAfter(monthsAfter(at, 1), 45));
  expect(await order()).toMatchObject({ pausedAt: null, resumesAt: null, nextChargeAt: end });
  expect(testClock.nextDueAt).toBe(addDays(end, -3).toISOString());
});

test('moves the end of a paused trial, and its first charge', async () => {
  const { at, advance, pause, resume, order, payments } = await subscribed(trial);
  await advance(daysAfter(at, 4));
  await pause();
  await advance(daysAfter(at, 34));
  await resume();
  const end = new Date(daysAfter(at, 44));
  expect(await order()).toMatchObject({
    status: 'trialing',
    trialEndsAt: end,
    currentPeriodEnd: end,
    nextChargeAt: end,
  });
  await advance(end);
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, currentPeriodEnd: monthsAfter(end, 1) });
  expect((await payments()).map(({ periodNumber }) => periodNumber)).toEqual([0, 1]);
});

test('ends after the rest of the paid time when it is canceled during a pause', async () => {
  const { at, advance, pause, cancel, order, payments } = await subscribed();
  await advance(daysAfter(at, 10));
  await pause(daysAfter(at, 400));
  await advance(daysAfter(at, 100));
  expect(await cancel()).toMatchObject({ status: 'canceling' });
  const end = new Date(daysAfter(monthsAfter(at, 1), 90));
  expect(await order()).toMatchObject({ status: 'canceling', pausedAt: null, resumesAt: null, currentPeriodEnd: end });
  const { timeline } = await advance(daysAfter(at, 500));
  expect(timeline.map((entry) => [entry.at, entry.type])).toEqual([[end.toISOString(), 'subscription.canceled']]);
  expect(await payments()).toHaveLength(1);
});

test('takes another payment method while it is paused', async () => {
  const { startedAt, merchant, id, change, order, renew, due } = await newSubscription();
  await merchant.call('subscription-order/pause-order', { orderId: toShortId('ORD', id) });
  await change(cards.other, addDays(startedAt, 3));
  expect(await order()).toMatchObject({ status: 'active', nextChargeAt: null });
  expect(await renew(addDays(due, 30))).toBe(0);
});

describe('plan changes', () => {
  const price = (amount: string) => ({ prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } } });

  /** Opens a plan change, and returns its quote and a function that confirms it. */
  async function openChange({ merchant, orderId }: Awaited<ReturnType<typeof subscribed>>, amount: string) {
    const { id: productId } = await newSubscriptionProduct(merchant, price(amount));
    const body = { originOrderId: orderId, productId, currency: 'USD' };
    const { sessionId } = (await merchant.call('checkout/create-session', body)).body.data;
    const address = { storeSlug: merchant.slug, sessionId: String(sessionId) };
    const form = { email: '', country: '', state: '', postcode: '' };
    const { change } = await quoteCheckout(db, address, form, new Date(), englishVoice);
    const confirm = () => payCheckout(db, address, { quoteId: change?.quoteId, method: 'saved' }, new Date());
    return { sessionId: address.sessionId, change, confirm };
  }

  test('a scheduled one waits during the pause, however long, and starts at the moved end', async () => {
    const subscription = await subscribed(price('62.00'));
    const { at, advance, merchant } = subscription;
    const { sessionId, confirm } = await openChange(subscription, '31.00');
    expect(await confirm()).toEqual({ state: 'scheduled' });
    await advance(daysAfter(at, 10));
    await subscription.pause();
    await advance(daysAfter(at, 1010));
    await subscription.resume();
    expect((await orderOf(sessionId)).status).toBe('pending');
    const end = new Date(daysAfter(monthsAfter(at, 1), 1000));
    await advance(end);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'active', startedAt: end, totalMinor: 3100 });
    expect(await subscription.order()).toMatchObject({ status: 'canceled', endedAt: end });
    expect(await providerBalanceOf(merchant)).toBe(6200 + 3100);
  });

  test('are refused during the pause; afterwards the pause does not count as used time', async () => {
    const subscription = await subscribed({ ...price('7.00'), billingPeriod: 'weekly' });
    const { at, advance } = subscription;
    await advance(daysAfter(at, 2));
    await subscription.pause();
    await expect(openChange(subscription, '31.00')).rejects.toThrow();
    await advance(daysAfter(at, 52));
    await subscription.resume();
    await advance(daysAfter(at, 53));
    const { change } = await openChange(subscription, '31.00');
    expect(change?.credits).toMatchObject([{ amount: '-$4.00', detail: '4 days of 7 days, at $7.00' }]);
  });
});

test('no period is paid twice or skipped, and the paid time adds up, however it is paused', async () => {
  const seconds = (days: number) => fc.integer({ min: 1, max: days * 86_400 });
  const step = fc.record({ before: seconds(20), paused: seconds(40), isPlanned: fc.boolean() });
  const plan = fc.record({
    trialDays: fc.constantFrom(0, 3),
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    after: seconds(20),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ trialDays, steps, after }) => {
      const content = { billingPeriod: 'weekly', ...(trialDays > 0 && { metadata: { trialDays } }) };
      const { at, advance, pause, resume, order, payments } = await subscribed(content);
      const trialMs = trialDays * dayMs;
      let now = Date.parse(at);
      let usedMs = 0;
      const pass = async (lengthInSeconds: number) => {
        now += lengthInSeconds * 1000;
        return await advance(new Date(now));
      };
      for (const { before, paused, isPlanned } of steps) {
        usedMs += before * 1000;
        await pass(before);
        await pause(isPlanned ? new Date(now + paused * 1000).toISOString() : undefined);
        await pass(paused);
        if (!isPlanned) await resume();
      }
      usedMs += after * 1000;
      await pass(after);
      // Weeks of used time are all that counts: seven days are a period, wherever the pauses were.
      const periodNumber = usedMs < trialMs ? 0 : Math.floor((usedMs - trialMs) / (7 * dayMs)) + 1;
      const leftMs = periodNumber === 0 ? trialMs - usedMs : trialMs + periodNumber * 7 * dayMs - usedMs;
      const row = await order();
      expect(row).toMatchObject({ periodNumber, pausedAt: null, currentPeriodEnd: new Date(now + leftMs) });
      const first = trialDays > 0 ? 0 : 1;
      const paid = Array.from({ length: periodNumber - first + 1 }, (_, index) => first + index);
      expect((await payments()).map((payment) => [payment.periodNumber, payment.status])).toEqual(
        paid.map((number) => [number, 'succeeded']),
      );
      const periods = paid.map((number) => periodOf(parseStartedSubscription(row), number));
      expect(periods[0]?.start).toEqual(new Date(at));
      for (const [index, { end }] of periods.slice(0, -1).entries()) expect(periods[index + 1]?.start).toEqual(end);
    }),
    { numRuns: 6 },
  );
});
