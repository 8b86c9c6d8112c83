import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, orders, payments, sandboxCharges } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import {
  allowSeveralSubscriptions,
  db,
  newGroup,
  newMerchant,
  newSubscriptionProduct,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { finishChallenge, payCheckout, quoteCheckout, readCheckout } from '#server/testing/orders/checkout.ts';
import { eventTypesOf, orderOf, paymentsOf } from '#server/testing/orders/rows.ts';

const trial = { metadata: { trialDays: 14 } };
const paidTrial = { ...trial, prices: { USD: { amount: '18.00', trialAmount: '1.00' } } };
const challengeCard = { cardNumber: '4000 0027 6000 3184' };
const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };

const typesOf = async (sessionId: string) => await eventTypesOf((await orderOf(sessionId)).id);

async function open(content: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  const { sessionId, productId } = await newSubscriptionSession(merchant, fields, content);
  return { merchant, sessionId, productId, address: { storeSlug: merchant.slug, sessionId } };
}

const quote = (merchant: TestMerchant, sessionId: string, fields: Partial<typeof buyer> = {}) =>
  quoteCheckout(db, { storeSlug: merchant.slug, sessionId }, { ...buyer, ...fields }, new Date(), englishVoice);

describe('starting with the first payment', () => {
  test.each(['weekly', 'monthly', 'quarterly', 'yearly'] as const)(
    'starts a %s subscription',
    async (billingPeriod) => {
      const { merchant, sessionId } = await open({ billingPeriod });
      expect(await pay(merchant, sessionId)).toEqual({ state: 'paid' });
      const order = await orderOf(sessionId);
      const startedAt = order.startedAt ?? new Date(0);
      expect(Date.now() - startedAt.getTime()).toBeLessThan(60_000);
      expect(order).toMatchObject({
        status: 'active',
        billingPeriod,
        totalMinor: 2142,
        completedAt: null,
        trialEndsAt: null,
        currentPeriodStart: startedAt,
        currentPeriodEnd: periodStart(startedAt, billingPeriod, 1),
      });
      expect(await paymentsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor: 2142, taxMinor: 342 }]);
      expect(await typesOf(sessionId)).toEqual(['order.created', 'payment.succeeded', 'subscription.activated']);
    },
  );

  test('uses the session’s price and product version', async () => {
    const { merchant, sessionId, productId } = await open();
    await merchant.call('subscription-product/update-product', { id: productId, prices: { USD: { amount: '99.00' } } });
    await pay(merchant, sessionId);
    const order = await orderOf(sessionId);
    const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
    expect(order).toMatchObject({ subtotalMinor: 1800, productVersionId: session?.productVersionId });
  });

  test('charges once for concurrent payments', async () => {
    const { merchant, sessionId } = await open();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => pay(merchant, sessionId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const attempts = await paymentsOf(sessionId);
    expect(attempts.map(({ status }) => status)).toEqual(['succeeded']);
    const charges = await db
      .select()
      .from(sandboxCharges)
      .where(eq(sandboxCharges.key, attempts[0]?.id ?? ''));
    expect(charges).toHaveLength(1);
    expect((await typesOf(sessionId)).filter((type) => type === 'subscription.activated')).toHaveLength(1);
  });

  test('starts nothing with a declined card, and starts with another card', async () => {
    const { merchant, sessionId } = await open();
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow(/declined/);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'pending', startedAt: null });
    expect(await pay(merchant, sessionId)).toEqual({ state: 'paid' });
    await expect(pay(merchant, sessionId)).rejects.toThrow('already been paid');
  });

  test('starts only after 3D Secure is passed', async () => {
    const { merchant, sessionId, address } = await open();
    expect(await pay(merchant, sessionId, challengeCard)).toEqual({ state: 'challenge' });
    expect(await orderOf(sessionId)).toMatchObject({ status: 'pending', startedAt: null });
    const [waiting] = await paymentsOf(sessionId);
    expect(await readCheckout(db, address, new Date(), englishVoice)).toMatchObject({
      state: 'challenge',
      challengeAmount: '$21.42',
    });
    const finish = { ...address, paymentId: waiting?.id ?? '' };
    expect(await finishChallenge(db, finish, true, new Date())).toEqual({ state: 'paid' });
    expect((await orderOf(sessionId)).status).toBe('active');
  });

  test('starts once when the worker finds an unrecorded outcome', async () => {
    const { merchant, sessionId, address } = await open();
    const shown = (await quote(merchant, sessionId)).shown;
    const provider = sandboxWithLostResponse();
    expect(await payCheckout(db, address, { ...buyer, ...card, shown }, new Date(), { provider })).toEqual({
      state: 'processing',
    });
    const past = { updatedAt: new Date(Date.now() - 60_000) };
    await db
      .update(payments)
      .set(past)
      .where(eq(payments.orderId, (await orderOf(sessionId)).id));
    await Promise.all(Array.from({ length: 4 }, () => settlePayments(db, new Date())));
    expect((await orderOf(sessionId)).status).toBe('active');
    expect((await typesOf(sessionId)).filter((type) => type === 'subscription.activated')).toHaveLength(1);
  });

  test('shows today’s charge and the next one on the page and the receipt', async () => {
    const { merchant, sessionId, address } = await open();
    const now = new Date('2026-01-31T12:00:00Z');
    const billingDetail = { country: 'DE', isBusiness: false };
    await merchant.call('subscription-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    expect(await readCheckout(db, address, now, englishVoice)).toMatchObject({
      quote: {
        total: '$21.42',
        renewal: { terms: '$21.42 today, then every month.', total: '$21.42', on: 'February 28, 2026' },
        shown: { totalMinor: 2142, renewalMinor: 2142 },
      },
    });
    await payCheckout(db, address, { ...buyer, ...card, shown: { totalMinor: 2142, renewalMinor: 2142 } }, now);
    expect(await readCheckout(db, address, now, englishVoice)).toMatchObject({
      state: 'paid',
      receipt: {
        total: '$21.42',
        tax: '$3.42',
        subscription: {
          isTrial: false,
          every: 'every month',
          next: { isEnd: false, total: '$21.42', on: 'February 28, 2026' },
        },
      },
    });
  });
});

describe('a trial', () => {
  test('verifies the card without a charge when free, and makes the trial the first period', async () => {
    const { merchant, sessionId, address } = await open(trial);
    expect(await quote(merchant, sessionId)).toMatchObject({
      total: '$0.00',
      renewal: { terms: 'Free for 14 days, then $21.42 every month.' },
      shown: { totalMinor: 0, renewalMinor: 2142 },
    });
    expect(await pay(merchant, sessionId)).toEqual({ state: 'paid' });
    const order = await orderOf(sessionId);
    const startedAt = order.startedAt ?? new Date(0);
    const trialEndsAt = addDays(startedAt, 14);
    expect(order).toMatchObject({
      status: 'trialing',
      totalMinor: 2142,
      trialEndsAt,
      currentPeriodStart: startedAt,
      currentPeriodEnd: trialEndsAt,
    });
    expect(await paymentsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor: 0, taxMinor: 0 }]);
    expect((await typesOf(sessionId)).at(-1)).toBe('subscription.trial_started');
    expect(await readCheckout(db, address, new Date(), englishVoice)).toMatchObject({
      receipt: { total: '$0.00', subscription: { isTrial: true, next: { isEnd: false, total: '$21.42' } } },
    });
  });

  test('charges its own amount with tax when paid', async () => {
    const { merchant, sessionId } = await open(paidTrial);
    expect((await quote(merchant, sessionId)).renewal?.terms).toBe('$1.19 for 14 days, then $21.42 every month.');
    await pay(merchant, sessionId);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'trialing', totalMinor: 2142 });
    expect(await paymentsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor: 119, taxMinor: 19 }]);
  });

  test('does not start with a declined card', async () => {
    const { merchant, sessionId } = await open(trial);
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow(/declined/);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'pending', startedAt: null });
    expect(await pay(merchant, sessionId)).toEqual({ state: 'paid' });
    expect((await orderOf(sessionId)).status).toBe('trialing');
  });

  test('is forced by withTrial: true and withheld by false', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId);
    const forced = await newSubscriptionSession(merchant, { productId, withTrial: true });
    await pay(merchant, forced.sessionId);
    expect((await orderOf(forced.sessionId)).status).toBe('trialing');
    const withheld = await newSubscriptionSession(merchant, { productId, withTrial: false });
    await pay(merchant, withheld.sessionId, { email: 'new@example.com' });
    expect(await orderOf(withheld.sessionId)).toMatchObject({ status: 'active', trialEndsAt: null });
  });

  test('is not forced by withTrial: true from a public caller', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId);
    const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
    const given = { productId, productType: 'subscription', currency: 'USD', withTrial: true };
    const again = (await post('checkout/create-session', given, headers)).body.data.sessionId;
    await pay(merchant, again);
    expect((await orderOf(again)).status).toBe('active');
    const first = (await post('checkout/create-session', given, headers)).body.data.sessionId;
    await pay(merchant, first, { email: 'first@example.com' });
    expect((await orderOf(first)).status).toBe('trialing');
    const withheld = (await post('checkout/create-session', { ...given, withTrial: false }, headers)).body.data;
    await pay(merchant, withheld.sessionId, { email: 'second@example.com' });
    expect((await orderOf(withheld.sessionId)).status).toBe('active');
  });

  test.each([
    ['17.00', 119],
    ['0.50', 60],
  ])('stays paid with a priceSnapshot of %s', async (amount, amountMinor) => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant, { priceSnapshot: { amount } }, paidTrial);
    await pay(merchant, sessionId);
    expect(await paymentsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor }]);
  });

  test('is given once per buyer and product, ignoring the case of the email', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId);
    const [again, other] = [
      await newSubscriptionSession(merchant, { productId }),
      await newSubscriptionSession(merchant, { productId }),
    ];
    await pay(merchant, again.sessionId, { email: 'BUYER@Example.com' });
    expect((await orderOf(again.sessionId)).status).toBe('active');
    await pay(merchant, other.sessionId, { email: 'other@example.com' });
    expect((await orderOf(other.sessionId)).status).toBe('trialing');
  });

  test('is given once per buyerIdentity, regardless of the email', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    const [second, third] = [
      await newSubscriptionSession(merchant, { productId }),
      await newSubscriptionSession(merchant, { productId }),
    ];
    for (const id of [sessionId, second.sessionId]) {
      await db.update(checkoutSessions).set({ buyerIdentity: 'user-1' }).where(eq(checkoutSessions.id, id));
    }
    await pay(merchant, sessionId);
    await pay(merchant, second.sessionId, { email: 'second@example.com' });
    expect((await orderOf(second.sessionId)).status).toBe('active');
    await pay(merchant, third.sessionId, { email: 'third@example.com' });
    expect((await orderOf(third.sessionId)).status).toBe('trialing');
  });

  test.each([
    [true, 'active'],
    [false, 'trialing'],
  ] as const)('with sharedTrial %s in a group makes the second product start %s', async (sharedTrial, status) => {
    const { merchant, sessionId, productId } = await open(trial);
    const { id: second } = await newSubscriptionProduct(merchant, trial);
    const { id: outside } = await newSubscriptionProduct(merchant, trial);
    await newGroup(merchant, { rules: { sharedTrial }, productIds: [productId, second] });
    await allowSeveralSubscriptions(merchant);
    await pay(merchant, sessionId);
    const [inGroup, alone] = [
      await newSubscriptionSession(merchant, { productId: second }),
      await newSubscriptionSession(merchant, { productId: outside }),
    ];
    await pay(merchant, inGroup.sessionId);
    expect((await orderOf(inGroup.sessionId)).status).toBe(status);
    await pay(merchant, alone.sessionId);
    expect((await orderOf(alone.sessionId)).status).toBe('trialing');
  });

  test('counts as used after a cancellation', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId);
    await merchant.call('subscription-order/cancel-order', {
      orderId: (await orderOf(sessionId)).orderId,
    });
    const again = await newSubscriptionSession(merchant, { productId });
    await pay(merchant, again.sessionId);
    expect((await orderOf(again.sessionId)).status).toBe('active');
  });

  test('is shared by the current members of a group, without changing started subscriptions', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    const { id: joins } = await newSubscriptionProduct(merchant, trial);
    const { id: leaves } = await newSubscriptionProduct(merchant, trial);
    const group = await newGroup(merchant, { rules: { sharedTrial: true }, productIds: [productId, leaves] });
    await allowSeveralSubscriptions(merchant);
    await pay(merchant, sessionId);
    const started = await orderOf(sessionId);
    const statusOf = async (product: string) => {
      const session = await newSubscriptionSession(merchant, { productId: product });
      await pay(merchant, session.sessionId);
      return (await orderOf(session.sessionId)).status;
    };
    const { status } = await merchant.call('subscription-product-group/update-group', {
      id: group.id,
      productIds: [productId, joins],
    });
    expect(status).toBe(200);
    expect([await statusOf(joins), await statusOf(leaves)]).toEqual(['active', 'trialing']);
    // Without the group each product has a trial of its own; the first product's is used.
    const { id: later } = await newSubscriptionProduct(merchant, trial);
    await merchant.call('subscription-product-group/delete-group', { id: group.id });
    await allowSeveralSubscriptions(merchant, productId);
    expect([await statusOf(later), await statusOf(productId)]).toEqual(['trialing', 'active']);
    expect(await orderOf(sessionId)).toEqual(started);
  });

  test('is not used up by an order that never started', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await pay(merchant, sessionId, challengeCard);
    const second = await newSubscriptionSession(merchant, { productId });
    await pay(merchant, second.sessionId);
    expect((await orderOf(second.sessionId)).status).toBe('trialing');
  });

  test('cannot start twice if another order started it during the challenge', async () => {
    const { merchant, sessionId, productId, address } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId, challengeCard);
    const second = await newSubscriptionSession(merchant, { productId });
    await pay(merchant, second.sessionId);
    const [waiting] = await paymentsOf(sessionId);
    const finish = { ...address, paymentId: waiting?.id ?? '' };
    await expect(finishChallenge(db, finish, true, new Date())).rejects.toThrow(
      'already started a trial with another order',
    );
    expect((await orderOf(sessionId)).status).toBe('pending');
    // The page now shows the terms without a trial.
    expect(await pay(merchant, sessionId)).toEqual({ state: 'paid' });
    expect(await orderOf(sessionId)).toMatchObject({ status: 'active', trialEndsAt: null });
  });

  test('starts once for one buyer in concurrent tabs', async () => {
    const merchant = await newMerchant();
    const { id: productId } = await newSubscriptionProduct(merchant, trial);
    const sessions = await Promise.all(
      Array.from({ length: 6 }, async () => (await newSubscriptionSession(merchant, { productId })).sessionId),
    );
    await Promise.allSettled(sessions.map((sessionId) => pay(merchant, sessionId)));
    const started = (await db.select().from(orders).where(eq(orders.storeId, merchant.store.id))).filter(
      ({ trialEndsAt }) => trialEndsAt !== null,
    );
    expect(started.map(({ status }) => status)).toEqual(['trialing']);
  });

  test('throws 409 with the amounts due if the page showed a used trial, without side effects', async () => {
    const { merchant, sessionId, productId } = await open(trial);
    await allowSeveralSubscriptions(merchant, productId);
    await pay(merchant, sessionId);
    const second = await newSubscriptionSession(merchant, { productId });
    const address = { storeSlug: merchant.slug, sessionId: second.sessionId };
    const { shown } = await quote(merchant, second.sessionId, { email: '' });
    expect(shown).toEqual({ totalMinor: 0, renewalMinor: 2142 });
    await expect(payCheckout(db, address, { ...buyer, ...card, shown }, new Date())).rejects.toMatchObject({
      status: 409,
      entries: [
        {
          message:
            'The amount due has changed. $21.42 today, then every month. You have not been charged. Review it, then pay.',
          reason: 'total_changed',
        },
      ],
    });
    await expect(orderOf(second.sessionId)).rejects.toThrow('no order');
  });

  test('throws 409 if the page showed another renewal price', async () => {
    const { merchant, sessionId, address } = await open(trial);
    const { shown } = await quote(merchant, sessionId, { country: 'US', state: 'OR' });
    expect(shown).toEqual({ totalMinor: 0, renewalMinor: 1800 });
    await expect(payCheckout(db, address, { ...buyer, ...card, shown }, new Date())).rejects.toMatchObject({
      status: 409,
    });
  });
});

/** The sandbox with a connection that breaks right after the charge. */
function sandboxWithLostResponse() {
  const provider = sandboxProvider(db);
  return {
    ...provider,
    async charge(...given: Parameters<typeof provider.charge>): Promise<never> {
      await provider.charge(...given);
      throw new Error('the line broke');
    },
  };
}
