/** Outcomes that are late, repeated, concurrent, or that an order can no longer use. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments, sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { recordOutcome } from '#server/billing/payments/record-outcome.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { ProviderUnavailable } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import {
  allowSeveralSubscriptions,
  db,
  newMerchant,
  newSession,
  newSubscriptionProduct,
  newSubscriptionSession,
  type TestMerchant,
} from '#server/testing/api.ts';
import { undecided, undecidedFor } from '#server/testing/crashes/undecided-sandbox.ts';
import { checkPayment, finishChallenge, payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { eventsOf, eventTypesOf, orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import type { PayOptions } from './pay.ts';

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const challengeCard = '4000002760003184';
const workingCard = '4242424242424242';
const declined = '4000000000000002';

async function open(
  merchant?: TestMerchant,
  newOne: (merchant: TestMerchant) => Promise<{ sessionId: string }> = newSession,
) {
  const owner = merchant ?? (await newMerchant());
  const { sessionId } = await newOne(owner);
  const address = { storeSlug: owner.slug, sessionId };
  const order = () => orderOf(sessionId);
  const attempts = () => paymentsOf(sessionId);
  const first = async () => {
    const [payment] = await attempts();
    if (!payment) throw new Error('nobody has tried to pay');
    return payment;
  };
  return {
    merchant: owner,
    address,
    order,
    attempts,
    first,
    async pay(
      cardNumber: string,
      { at = new Date(), country = 'DE', ...options }: PayOptions & { at?: Date; country?: string } = {},
    ) {
      const given = { ...buyer, country };
      const { shown } = await quoteCheckout(db, address, given, at, englishVoice);
      const form = { ...given, shown, cardNumber, cardExpiry: '12 / 40', cardCvc: '123' };
      return await payCheckout(db, address, form, at, options);
    },
    /** The buyer passes the challenge at the provider, without a report to us. */
    passAtBank: async () => await answerChallenge(db, (await first()).id, true, new Date()),
    types: async () => await eventTypesOf((await order()).id),
    async refunds() {
      const rows = await db
        .select()
        .from(sandboxRefunds)
        .where(eq(sandboxRefunds.chargeKey, (await first()).id));
      return rows.map(({ amountMinor, status }) => [status, amountMinor]);
    },
  };
}

const count = (types: readonly string[], wanted: string) => types.filter((type) => type === wanted).length;
const sandbox = sandboxProvider(db);
/** A time ahead of the clock of other tests' workers on this database, which leave such payments alone. */
const soon = () => new Date(Date.now() + 600_000);
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const age = async ({ id }: { id: string }, at: Date) =>
  await db.update(payments).set({ updatedAt: at, createdAt: at }).where(eq(payments.id, id));
/** A provider that cannot be reached to close a charge. */
const cannotClose: PaymentProvider = {
  ...sandbox,
  settle: async () => {
    throw new Error('out of reach');
  },
};

describe('a lost response', () => {
  test('leaves the payment processing after a timeout, until the next check', async () => {
    const { pay, address, order } = await open();
    let answer = () => {};
    const slow: PaymentProvider = {
      ...sandbox,
      async charge(...given) {
        const outcome = await sandbox.charge(...given);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return outcome;
      },
    };
    expect(await pay(workingCard, { provider: slow, limitMs: 100 })).toEqual({ state: 'processing' });
    answer();
    expect((await order()).status).toBe('pending');
    expect(await checkPayment(db, address, new Date())).toMatchObject({ status: 'succeeded' });
    expect((await order()).status).toBe('completed');
  });

  test('only counts as failed once the worker finds that the charge never arrived', async () => {
    const { pay, address, first } = await open();
    const neverArriving: PaymentProvider = { ...sandbox, charge: () => new Promise(() => {}) };
    await pay(workingCard, { provider: neverArriving, limitMs: 20 });
    expect(await checkPayment(db, address, new Date())).toMatchObject({ status: 'processing' });
    expect(await checkPayment(db, await first(), new Date())).toMatchObject({ status: 'processing' });
    await age(await first(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
  });

  test('of a challenge is recovered by the worker, and the challenge can be passed', async () => {
    const { pay, first, address, order } = await open();
    const broken: PaymentProvider = {
      ...sandbox,
      async charge(...given) {
        await sandbox.charge(...given);
        throw new Error('the line broke');
      },
    };
    await pay(challengeCard, { provider: broken });
    await age(await first(), secondsAgo(40));
    await settlePayments(db, new Date());
    const waiting = await first();
    expect(waiting).toMatchObject({ status: 'requires_action', actionUrl: expect.stringContaining('/challenge/') });
    const at = { ...address, paymentId: waiting.id };
    expect(await finishChallenge(db, at, true, new Date())).toEqual({ state: 'paid' });
    expect((await order()).status).toBe('completed');
  });
});

describe('a challenge that is passed at the provider', () => {
  test('pays once when return, page, webhook and worker run concurrently', async () => {
    const { pay, passAtBank, address, first, types, order } = await open();
    await pay(challengeCard);
    await passAtBank();
    await age(await first(), secondsAgo(3700));
    const waiting = await first();
    await Promise.allSettled([
      ...Array.from({ length: 3 }, () => checkPayment(db, address, new Date())),
      ...Array.from({ length: 3 }, () =>
        checkPayment(db, waiting, new Date(), { actor: { kind: 'worker', by: 'webhook' } }),
      ),
      finishChallenge(db, { ...address, paymentId: waiting.id }, true, new Date()),
      settlePayments(db, new Date()),
      settlePayments(db, new Date()),
    ]);
    expect(await first()).toMatchObject({ status: 'succeeded', actionUrl: null });
    expect((await order()).status).toBe('completed');
    expect(count(await types(), 'order.completed')).toBe(1);
  });

  test('pays with the first card and does not charge the second one', async () => {
    const { pay, passAtBank, attempts, order } = await open();
    await pay(challengeCard);
    await passAtBank();
    await expect(pay(workingCard)).rejects.toThrow('already been paid');
    expect((await attempts()).map(({ status }) => status)).toEqual(['succeeded']);
    expect((await order()).status).toBe('completed');
  });

  test('has no effect once a new card has closed the charge', async () => {
    const { pay, passAtBank, attempts } = await open();
    await pay(challengeCard);
    expect(await pay(workingCard)).toEqual({ state: 'paid' });
    expect(await passAtBank()).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
    expect(await attempts()).toMatchObject([{ status: 'failed', unclosedSince: null }, { status: 'succeeded' }]);
  });

  test('is closed after an hour if the buyer does not return', async () => {
    const { pay, first, passAtBank } = await open();
    await pay(challengeCard);
    await age(await first(), secondsAgo(3000));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'requires_action' });
    await age(await first(), secondsAgo(3700));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned', actionUrl: null });
    expect(await passAtBank()).toMatchObject({ status: 'failed' });
  });
});

describe('a late success', () => {
  test('pays the order if it can still be paid', async () => {
    const { pay, passAtBank, first, order, refunds, types } = await open();
    await pay(challengeCard);
    await expect(pay(declined, { provider: cannotClose, at: soon() })).rejects.toThrow(/declined/);
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect(await first()).toMatchObject({ status: 'succeeded', failureCode: null, unclosedSince: null });
    expect((await order()).status).toBe('completed');
    expect(await refunds()).toEqual([]);
    expect((await types()).slice(-2)).toEqual(['payment.failed', 'order.completed']);
  });

  test('is given back if another card has paid', async () => {
    const { pay, passAtBank, attempts, first, order, refunds, types } = await open();
    await pay(challengeCard);
    expect(await pay(workingCard, { provider: cannotClose, at: soon() })).toEqual({ state: 'paid' });
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect((await attempts()).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect(await first()).toMatchObject({ unclosedSince: null, failureCode: 'came_too_late' });
    const { id: orderId, status } = await order();
    expect(status).toBe('completed');
    expect((await types()).slice(-2)).toEqual(['payment.refund_started', 'payment.refunded']);
    const recorded = await eventsOf(orderId);
    expect(recorded.slice(-2).map(({ changes }) => changes)).toEqual([
      { after: { refundStatus: 'pending', amount: '34.51 USD' } },
      { before: { refundStatus: 'pending' }, after: { refundStatus: 'succeeded' } },
    ]);
  });

  test('is given back once if the order was canceled, despite concurrent reports', async () => {
    const { pay, merchant, passAtBank, address, first, order, refunds, types } = await open();
    await pay(challengeCard);
    await passAtBank();
    const { status } = await merchant.call('onetime-order/cancel-order', { orderId: (await order()).id });
    expect(status).toBe(200);
    const payment = await first();
    await Promise.all([
      ...Array.from({ length: 4 }, () => checkPayment(db, payment, new Date())),
      ...Array.from({ length: 3 }, () => checkPayment(db, address, new Date())),
      settlePayments(db, new Date()),
    ]);
    await checkPayment(db, payment, new Date());
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect((await order()).status).toBe('canceled');
    expect([count(await types(), 'payment.refund_started'), count(await types(), 'payment.refunded')]).toEqual([1, 1]);
  });

  test('is given back if the order’s terms have changed', async () => {
    const { pay, passAtBank, first, order, refunds } = await open();
    await pay(challengeCard);
    await expect(pay(declined, { provider: cannotClose, country: 'FR', at: soon() })).rejects.toThrow(/declined/);
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect((await order()).status).toBe('pending');
  });

  test('is retried by the worker until it is given back', async () => {
    const { pay, passAtBank, first, refunds } = await open();
    await pay(challengeCard);
    await pay(workingCard, { provider: cannotClose, at: soon() });
    await passAtBank();
    const cannotRefund: PaymentProvider = {
      ...sandbox,
      refund: async () => {
        throw new Error('out of reach');
      },
    };
    await checkPayment(db, await first(), new Date(), { provider: cannotRefund });
    const unreturned = await first();
    expect(unreturned).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    expect(await refunds()).toEqual([]);
    await db.update(payments).set({ unclosedSince: new Date() }).where(eq(payments.id, unreturned.id));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await refunds()).toEqual([['succeeded', 3451]]);
  });

  /** A second card is in flight when the challenge of the first one is passed: the first has to be given back. */
  async function newUnreturned(refund: PaymentProvider['refund']) {
    const checkout = await open();
    await checkout.pay(challengeCard);
    const neverArriving: PaymentProvider = { ...cannotClose, charge: () => new Promise(() => {}) };
    await checkout.pay(workingCard, { provider: neverArriving, limitMs: 20, at: soon() });
    await checkout.passAtBank();
    const reportFirst = async () => {
      await checkPayment(db, await checkout.first(), new Date(), { provider: { ...sandbox, refund } });
    };
    await reportFirst();
    return { ...checkout, report: reportFirst };
  }
  const lostRefund: PaymentProvider['refund'] = async (...given) => {
    await sandbox.refund(...given);
    throw new Error('the line broke');
  };

  test('buys nothing once it has to be given back, even if the order can be paid again', async () => {
    const { report: reportFirst, attempts, first, order, refunds, types } = await newUnreturned(lostRefund);
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    const second = (await attempts())[1];
    if (!second) throw new Error('there is no second attempt');
    const gone = { status: 'failed', providerPaymentId: null, code: 'not_attempted', reason: 'Gone.' } as const;
    await recordOutcome(db, second, gone, { kind: 'worker', by: 'test' }, new Date());
    await reportFirst();
    expect((await order()).status).toBe('pending');
    await checkPayment(db, await first(), new Date());
    expect((await order()).status).toBe('pending');
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect([count(await types(), 'payment.refund_started'), count(await types(), 'payment.refunded')]).toEqual([1, 1]);
  });

  test('follows a pending refund until it succeeds', async () => {
    const { first, types } = await newUnreturned(async () => ({ status: 'pending', providerRefundId: 're_1' }));
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    expect(await types()).not.toContain('payment.refunded');
    await checkPayment(db, await first(), new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect((await types()).at(-1)).toBe('payment.refunded');
  });

  test('stays owed after an outdated report', async () => {
    const { first } = await newUnreturned(lostRefund);
    const old = { status: 'failed', providerPaymentId: null, code: 'authentication_failed', reason: 'Old.' } as const;
    await recordOutcome(db, await first(), old, { kind: 'worker', by: 'test' }, new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
  });
});

test('closes an undecided charge after an hour', async () => {
  const { pay, first } = await open();
  await pay(challengeCard, { provider: undecided });
  const { id } = await first();
  const providerOf = () => undecidedFor(id);
  await age({ id }, secondsAgo(3000));
  await settlePayments(db, new Date(), { providerOf });
  expect(await first()).toMatchObject({ status: 'processing' });
  await age({ id }, secondsAgo(3700));
  await settlePayments(db, new Date(), { providerOf });
  expect(await first()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
});

test('closes the open charge of a canceled order before its challenge is answered', async () => {
  const { pay, merchant, passAtBank, first, order, refunds } = await open();
  await pay(challengeCard);
  await merchant.call('onetime-order/cancel-order', { orderId: (await order()).id });
  await settlePayments(db, new Date());
  expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
  expect(await passAtBank()).toMatchObject({ status: 'failed' });
  expect(await refunds()).toEqual([]);
});

describe('two challenges for the same buyer’s trial', () => {
  test.each([
    ['free', { metadata: { trialDays: 14 } }, []],
    [
      'paid',
      { metadata: { trialDays: 14 }, prices: { USD: { amount: '18.00', trialAmount: '1.00' } } },
      [['succeeded', 119]],
    ],
  ])('starts a %s trial once, and returns the other payment', async (_, content, givenBack) => {
    const merchant = await newMerchant();
    const { id: productId } = await newSubscriptionProduct(merchant, content);
    await allowSeveralSubscriptions(merchant, productId);
    const [one, two] = await Promise.all(
      Array.from({ length: 2 }, () => open(merchant, (owner) => newSubscriptionSession(owner, { productId }))),
    );
    if (!one || !two) throw new Error('two are needed');
    for (const checkout of [one, two]) expect(await checkout.pay(challengeCard)).toEqual({ state: 'challenge' });
    for (const checkout of [one, two]) await checkout.passAtBank();
    await Promise.all([one, two].map((checkout) => checkPayment(db, checkout.address, new Date())));
    const statuses = [(await one.order()).status, (await two.order()).status];
    expect(statuses.toSorted()).toEqual(['pending', 'trialing']);
    const other = statuses[0] === 'pending' ? one : two;
    expect(await other.first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await other.refunds()).toEqual(givenBack);
    expect(await other.pay(workingCard)).toEqual({ state: 'paid' });
    expect(await other.order()).toMatchObject({ status: 'active', trialEndsAt: null });
  });
});

test('skips payments of a provider that is no longer configured, without blocking others', async () => {
  const [gone, other] = [await open(), await open()];
  for (const checkout of [gone, other]) {
    await checkout.pay(workingCard, { provider: { ...sandbox, charge: () => new Promise(() => {}) }, limitMs: 10 });
    await age(await checkout.first(), secondsAgo(50));
  }
  const { id } = await gone.first();
  await db
    .update(payments)
    .set({ provider: 'elsewhere', updatedAt: secondsAgo(60) })
    .where(eq(payments.id, id));
  await settlePayments(db, new Date());
  expect(await gone.first()).toMatchObject({ status: 'processing' });
  expect(await other.first()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
  await expect(checkPayment(db, await gone.first(), new Date())).rejects.toThrow(ProviderUnavailable);
  await expect(finishChallenge(db, { ...gone.address, paymentId: id }, true, new Date())).rejects.toThrow(
    'no longer needs confirmation',
  );
  expect(await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, id))).toEqual([]);
});
